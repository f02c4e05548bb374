package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/**
 * Decodes records, for a bounded time between two polls: when they are taken off Kafka, and again for each further attempt
 * at one that could not be decoded, as what its deserializer needs may be back.
 *
 * <p>
 * Called on the poll thread, which is therefore the only one that decodes: deserializers need not be thread-safe, and
 * may take long, which neither an application's thread nor whoever waits for the lock can afford.
 */
final class Decoding<K, V> {

    /** From one poll to the next; only the last record may take longer. */
    private static final Duration LONGEST = Duration.ofMillis(200);

    private final RecordDecoder<K, V> decoder;
    private final Dispatcher<K, V> dispatcher;
    private final LongSupplier nanoClock;
    private final boolean isTimed;
    private long leftNanos;
    private long lookedNanos;

    Decoding(RecordDecoder<K, V> decoder, Dispatcher<K, V> dispatcher, LongSupplier nanoClock) {
        this.decoder = decoder;
        this.dispatcher = dispatcher;
        this.nanoClock = nanoClock;
        this.isTimed = !decoder.isPrompt();
    }

    /**
     * Begins the time for this, and for what the next poll brings. Decodes the records whose turn it is, and hands out each
     * at once: the next one may take long.
     */
    void catchUp() {
        leftNanos = LONGEST.toNanos();
        goOn(nanoClock.getAsLong());
        for (PendingRecord<K, V> next = takeUndecoded(); next != null; next = takeUndecoded()) {
            PendingRecord<K, V> record = next;
            decode(record);
            dispatcher.change(assignments -> assignments.decoded(record));
            dispatcher.handOut();
        }
    }

    private @Nullable PendingRecord<K, V> takeUndecoded() {
        return leftNanos > 0 ? dispatcher.with(assignments -> assignments.undecoded().poll()) : null;
    }

    /** What was done since the last record took none of the time. */
    void goOn(long nowNanos) {
        lookedNanos = nowNanos;
    }

    /** Decodes a record that nobody else knows yet; leaves it for later, if the time is over. */
    void decodeInTime(PendingRecord<K, V> record) {
        if (!isTimed) {
            record.decode(decoder);
        } else if (leftNanos > 0) {
            decode(record);
        }
    }

    /** Fewer looks at the clock than one a record might miss several that each wait for a time-out. */
    private void decode(PendingRecord<K, V> record) {
        record.decode(decoder);
        long now = nanoClock.getAsLong();
        leftNanos -= now - lookedNanos;
        lookedNanos = now;
    }

    /** Whether there are records whose turn it is and that have to be decoded first. */
    boolean isBehind() {
        return dispatcher.with(assignments -> !assignments.undecoded().isEmpty());
    }
}
