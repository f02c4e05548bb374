package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.PriorityQueue;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * The records that wait for their retry, by when it is due.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class RetryTimer<K, V> {

    /** By the difference, as times of a monotonic clock are compared. */
    private final Queue<PendingRecord<K, V>> waiting = new PriorityQueue<>(
            (one, other) -> Long.signum(one.retryNanos - other.retryNanos));

    /** @return whether it is due sooner than any other */
    boolean add(PendingRecord<K, V> record, long dueNanos) {
        record.retryNanos = dueNanos;
        waiting.add(record);
        return waiting.peek() == record;
    }

    /** Removes a record that is due; null if none is. */
    @Nullable
    PendingRecord<K, V> pollDue(long nowNanos) {
        PendingRecord<K, V> next = waiting.peek();
        return next != null && next.retryNanos - nowNanos <= 0 ? waiting.poll() : null;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** How long until the next one is due, at most a given time. */
    long nanosToNext(long nowNanos, long mostNanos) {
        PendingRecord<K, V> next = waiting.peek();
        return next == null ? mostNanos : Math.max(0, Math.min(mostNanos, next.retryNanos - nowNanos));
    }

    /** Drops the records of assignments that have ended. Takes time by how many wait. */
    void forgetEnded() {
        waiting.removeIf(record -> record.assignment().isEnded());
    }
}
