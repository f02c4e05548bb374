package io.quarkiverse.parallelkafka.engine.builtin;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/**
 * A record that was taken off Kafka and is not done: a node of its partition's {@link OffsetLedger ledger}, and of its
 * {@link Sequence}, so that neither needs a look-up to let go of it.
 *
 * <p>
 * Thread safety: what is not final is guarded by the {@link Dispatcher}'s lock, but for what it is decoded to.
 */
final class PendingRecord<K, V> {

    private final PartitionAssignment<K, V> assignment;
    private final ConsumerRecord<byte[], byte[]> raw;
    private final long offset;
    private final int bytes;
    private @Nullable ConsumerRecord<K, V> decoded;
    private @Nullable UndecodableRecordException undecodable;
    private final @Nullable RecordKey key;
    private final long takenNanos;

    /** The neighbours in the ledger, in the order of offsets. */
    @Nullable
    PendingRecord<K, V> before;
    @Nullable
    PendingRecord<K, V> after;

    /** Whose turn decides about this record's; null if none does, as far as anyone has looked. */
    @Nullable
    Sequence<K, V> sequence;
    @Nullable
    PendingRecord<K, V> nextInSequence;

    /** Attempts that have begun. */
    int attempts;
    /** The attempt that is in flight. */
    @Nullable
    RecordAttempt<K, V> running;
    /** When it may run again, while it waits for that. */
    long retryNanos;

    /** A record that is not decoded yet. */
    PendingRecord(PartitionAssignment<K, V> assignment, ConsumerRecord<byte[], byte[]> raw, long takenNanos) {
        this.assignment = assignment;
        this.raw = raw;
        this.offset = raw.offset();
        this.bytes = length(raw.key()) + length(raw.value());
        this.key = assignment.ordersByKey() && raw.key() != null ? new RecordKey(raw.key()) : null;
        this.takenNanos = takenNanos;
    }

    /**
     * Decodes it, or notes why that can't be done. Called on the poll thread, without the lock, while no other thread can
     * hand it out; none takes back what was known before, so that an attempt that is over may still ask.
     */
    void decode(RecordDecoder<K, V> decoder) {
        try {
            decoded = decoder.decode(raw);
        } catch (UndecodableRecordException e) {
            undecodable = e;
        }
    }

    /** Whether it must be decoded before its next attempt: it was not yet, or its last attempt failed for that. */
    boolean isToBeDecoded() {
        return decoded == null && (undecodable == null || attempts > 0);
    }

    /** Its assignment has ended: it has no neighbours any more. */
    void detach() {
        before = null;
        after = null;
        sequence = null;
        nextInSequence = null;
    }

    PartitionAssignment<K, V> assignment() {
        return assignment;
    }

    ConsumerRecord<byte[], byte[]> raw() {
        return raw;
    }

    /**
     * Made when it is taken off Kafka, so that nothing is hashed under the lock; null if it has none, or order doesn't go
     * by keys.
     */
    @Nullable
    RecordKey key() {
        return key;
    }

    long offset() {
        return offset;
    }

    /** The bytes of its key and its value, as Kafka has them. */
    long bytes() {
        return bytes;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** When it was taken off Kafka, by the engine's clock. */
    long takenNanos() {
        return takenNanos;
    }

    /**
     * @throws UndecodableRecordException if its bytes could not be decoded
     */
    ConsumerRecord<K, V> record() {
        ConsumerRecord<K, V> known = decoded;
        if (known == null) {
            throw undecodable;
        }
        return known;
    }
}
