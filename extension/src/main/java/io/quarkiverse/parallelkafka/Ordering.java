package io.quarkiverse.parallelkafka;

/**
 * What order a channel asks for: which records may not be worked on at the same time.
 *
 * <p>
 * The configuration attribute is {@code ordering}; its value is the lower-case name.
 */
public enum Ordering {
    /**
     * Records of one key in one partition run one at a time, in offset order; different keys run in parallel. Keys are
     * compared by their serialized bytes. A record without a key asks for no order. The same key in two partitions has
     * two orders.
     */
    KEY,
    /** Records of one partition run one at a time, in offset order; partitions run in parallel. */
    PARTITION,
    /** Records run as they come. */
    UNORDERED
}
