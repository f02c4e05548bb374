package io.quarkiverse.parallelkafka.engine.builtin;

/**
 * Bounds the bytes of the records that a channel has taken off Kafka and that have not ended. One half any partition may
 * use, however much it needs. Once that is used up, each has a share of the other half, so that what one partition holds,
 * were it for good, never keeps another from its work.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class ByteBound {

    private final long half;
    private long held;
    private boolean tight;
    private long share;

    ByteBound(long most) {
        this.half = Math.max(1, most / 2);
        this.share = half;
    }

    /** How many partitions there are. */
    void divide(int partitions) {
        share = Math.max(1, half / Math.max(1, partitions));
    }

    void taken(long bytes) {
        held += bytes;
        tight |= held >= half;
    }

    void ended(long bytes) {
        held -= bytes;
        tight &= held > half / 2;
    }

    /** How many bytes the channel holds. */
    long held() {
        return held;
    }

    /** Whether the half for all was used up, and half of that is not free again. */
    boolean isTight() {
        return tight;
    }

    /**
     * Whether a partition that holds this much may hold no more. It may again with the first byte below its share, not
     * half of that: records that fail again and again, and are less than the share, would else keep it from the others.
     */
    boolean isFull(long bytes) {
        return tight && bytes >= share;
    }
}
