package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

/**
 * The records of one partition of which nobody has looked yet whether they may run. They came last, so they are the end of
 * the {@link OffsetLedger ledger}'s row.
 *
 * <p>
 * Whoever needs a record looks, at as many as it takes to find one. The poll thread, of which there is one, has enough to
 * do; and where records take microseconds, the one before was done by then, and there is no {@link Sequence} to be made.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class NewRecords<K, V> {

    private @Nullable PendingRecord<K, V> next;
    private int size;

    /** Called after the ledger has taken them in. */
    void add(Batch<K, V> batch) {
        if (next == null) {
            next = batch.first();
        }
        size += batch.size();
    }

    boolean isEmpty() {
        return next == null;
    }

    int size() {
        return size;
    }

    /** The oldest; null if there is none. */
    @Nullable
    PendingRecord<K, V> peek() {
        return next;
    }

    /** Removes the oldest; null if there is none. */
    @Nullable
    PendingRecord<K, V> poll() {
        PendingRecord<K, V> oldest = next;
        if (oldest != null) {
            next = oldest.after;
            size--;
        }
        return oldest;
    }
}
