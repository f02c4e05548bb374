package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Records of one partition, the one with the lowest offset first: a heap in which each node has four below it, with the
 * offsets in an array of their own. A {@link java.util.PriorityQueue} would look at each record that it compares, most of
 * which another processor has written; that took as long as all else that is done for a record.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class OldestFirst<K, V> {

    private static final int BELOW = 4;

    private long[] offsets = new long[16];
    private PendingRecord<K, V>[] records = roomFor(16);
    private int size;

    @SuppressWarnings("unchecked") // nothing else is put into it
    private static <K, V> PendingRecord<K, V>[] roomFor(int count) {
        return (PendingRecord<K, V>[]) new PendingRecord<?, ?>[count];
    }

    int size() {
        return size;
    }

    /** The lowest offset; {@link Long#MAX_VALUE} if there is no record. */
    long oldestOffset() {
        return size == 0 ? Long.MAX_VALUE : offsets[0];
    }

    /** Null if there is none. */
    @Nullable
    PendingRecord<K, V> peek() {
        return size == 0 ? null : records[0];
    }

    void add(PendingRecord<K, V> record) {
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * size);
            records = Arrays.copyOf(records, 2 * size);
        }
        long offset = record.offset();
        int hole = size++;
        while (hole > 0) {
            int above = (hole - 1) / BELOW;
            if (offsets[above] <= offset) {
                break;
            }
            move(above, hole);
            hole = above;
        }
        put(hole, offset, record);
    }

    /** Removes the one with the lowest offset; null if there is none. */
    @Nullable
    PendingRecord<K, V> poll() {
        if (size == 0) {
            return null;
        }
        PendingRecord<K, V> oldest = records[0];
        size--;
        PendingRecord<K, V> last = records[size];
        records[size] = null;
        if (size > 0) {
            sink(offsets[size], last);
        }
        return oldest;
    }

    /** Finds the place for a record, from the top on, where there is none now. */
    private void sink(long offset, PendingRecord<K, V> record) {
        int hole = 0;
        while (hole * BELOW + 1 < size) {
            int lowest = lowestBelow(hole);
            if (offset <= offsets[lowest]) {
                break;
            }
            move(lowest, hole);
            hole = lowest;
        }
        put(hole, offset, record);
    }

    private int lowestBelow(int node) {
        int lowest = node * BELOW + 1;
        int end = Math.min(lowest + BELOW, size);
        for (int i = lowest + 1; i < end; i++) {
            if (offsets[i] < offsets[lowest]) {
                lowest = i;
            }
        }
        return lowest;
    }

    private void move(int from, int to) {
        offsets[to] = offsets[from];
        records[to] = records[from];
    }

    private void put(int index, long offset, PendingRecord<K, V> record) {
        offsets[index] = offset;
        records[index] = record;
    }
}
