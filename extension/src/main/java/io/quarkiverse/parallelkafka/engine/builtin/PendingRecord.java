package io.quarkiverse.parallelkafka.engine.builtin;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/**
 * A record that was taken off Kafka and is not done: a node of its partition's {@link OffsetLedger ledger}, and of its
 * {@link Sequence}, so that neither needs a look-up to let go of it.
 *
 * <p>
 * Thread safety: what is not final is guarded by the {@link Dispatcher}'s lock.
 */
final class PendingRecord<K, V> {

    private final PartitionAssignment<K, V> assignment;
    private final ConsumerRecord<byte[], byte[]> raw;
    private final @Nullable ConsumerRecord<K, V> decoded;
    private final @Nullable UndecodableRecordException undecodable;
    private final @Nullable RecordKey key;
    private final long takenNanos;

    /** The neighbours in the ledger, in the order of offsets. */
    @Nullable
    PendingRecord<K, V> before;
    @Nullable
    PendingRecord<K, V> after;

    /** Whose turn decides about this record's; null if it may run beside any other. */
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

    private PendingRecord(PartitionAssignment<K, V> assignment, ConsumerRecord<byte[], byte[]> raw,
            @Nullable ConsumerRecord<K, V> decoded, @Nullable UndecodableRecordException undecodable, long takenNanos) {
        this.assignment = assignment;
        this.raw = raw;
        this.decoded = decoded;
        this.undecodable = undecodable;
        this.key = assignment.ordersByKey() && raw.key() != null ? new RecordKey(raw.key()) : null;
        this.takenNanos = takenNanos;
    }

    static <K, V> PendingRecord<K, V> decoded(PartitionAssignment<K, V> assignment, ConsumerRecord<byte[], byte[]> raw,
            ConsumerRecord<K, V> decoded, long takenNanos) {
        return new PendingRecord<>(assignment, raw, decoded, null, takenNanos);
    }

    static <K, V> PendingRecord<K, V> undecodable(PartitionAssignment<K, V> assignment,
            ConsumerRecord<byte[], byte[]> raw, UndecodableRecordException cause, long takenNanos) {
        return new PendingRecord<>(assignment, raw, null, cause, takenNanos);
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
        return raw.offset();
    }

    /** The bytes of its key and its value, as Kafka has them. */
    long bytes() {
        return length(raw.key()) + length(raw.value());
    }

    private static long length(byte @Nullable [] bytes) {
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
        if (undecodable != null) {
            throw undecodable;
        }
        return decoded;
    }
}
