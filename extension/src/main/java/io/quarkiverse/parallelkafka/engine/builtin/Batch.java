package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

/**
 * Records of one partition that a poll brought. They are linked to each other in the order of their offsets before anyone
 * else knows them, so that under the lock they are taken in all at once, however many they are.
 *
 * <p>
 * Thread safety: none. The poll thread makes it, and keeps it no longer than until it was taken in.
 */
final class Batch<K, V> {

    private @Nullable PendingRecord<K, V> first;
    private @Nullable PendingRecord<K, V> last;
    private int size;
    private long bytes;
    private boolean anyToBeDecoded;

    /** @param record comes after all that were added before */
    void add(PendingRecord<K, V> record) {
        record.before = last;
        if (last == null) {
            first = record;
        } else {
            last.after = record;
        }
        last = record;
        size++;
        bytes += record.bytes();
        anyToBeDecoded |= record.isToBeDecoded();
    }

    /** Null if it is empty. */
    @Nullable
    PendingRecord<K, V> first() {
        return first;
    }

    /** Null if it is empty. */
    @Nullable
    PendingRecord<K, V> last() {
        return last;
    }

    int size() {
        return size;
    }

    /** The bytes of all their keys and values. */
    long bytes() {
        return bytes;
    }

    /** Whether there was no time to decode some. */
    boolean isAnyToBeDecoded() {
        return anyToBeDecoded;
    }
}
