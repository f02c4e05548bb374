package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/**
 * Decodes records: when they are taken off Kafka, and again for each further attempt at one that could not be decoded, as
 * what its deserializer needs may be back.
 *
 * <p>
 * Called on the poll thread, which is therefore the only one that decodes: deserializers need not be thread-safe, and
 * may take long, which neither an application's thread nor whoever waits for the lock can afford.
 */
final class Decoding<K, V> {

    private final RecordDecoder<K, V> decoder;
    private final Dispatcher<K, V> dispatcher;

    Decoding(RecordDecoder<K, V> decoder, Dispatcher<K, V> dispatcher) {
        this.decoder = decoder;
        this.dispatcher = dispatcher;
    }

    /** Decodes a record that nobody else knows yet. */
    void decode(PendingRecord<K, V> record) {
        record.decode(decoder);
    }

    /** Decodes the records whose turn it is, and hands out each at once: the next one may take long. */
    void catchUp() {
        for (PendingRecord<K, V> next = takeUndecoded(); next != null; next = takeUndecoded()) {
            PendingRecord<K, V> record = next;
            decode(record);
            dispatcher.change(assignments -> assignments.decoded(record));
            dispatcher.handOut();
        }
    }

    private @Nullable PendingRecord<K, V> takeUndecoded() {
        return dispatcher.with(assignments -> assignments.undecoded().poll());
    }

    /** Whether there are records whose turn it is and that have to be decoded first. */
    boolean isBehind() {
        return dispatcher.with(assignments -> !assignments.undecoded().isEmpty());
    }
}
