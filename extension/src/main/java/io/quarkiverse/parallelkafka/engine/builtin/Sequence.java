package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

/**
 * Records of which one runs at a time, in the order of their offsets: those of one key, or of one partition. One of them
 * has its turn: it is ready, in flight, or waits for its retry; the others are queued behind it.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class Sequence<K, V> {

    private final @Nullable RecordKey key;
    private @Nullable PendingRecord<K, V> first;
    private @Nullable PendingRecord<K, V> last;
    private int queued;
    private boolean taken;
    private int stragglers;
    private boolean failing;

    /** @param key null if it is the sequence of the whole partition */
    Sequence(@Nullable RecordKey key) {
        this.key = key;
    }

    @Nullable
    RecordKey key() {
        return key;
    }

    /** @return whether the record has its turn at once; else it was queued */
    boolean arrive(PendingRecord<K, V> record) {
        record.sequence = this;
        if (!taken && stragglers == 0) {
            taken = true;
            return true;
        }
        if (last == null) {
            first = record;
        } else {
            last.nextInSequence = record;
        }
        last = record;
        queued++;
        return false;
    }

    /** The record that had its turn is done. Returns the one whose turn it is now. */
    @Nullable
    PendingRecord<K, V> advance() {
        taken = false;
        return next();
    }

    /** A record of this sequence still runs, left over from an earlier assignment: until it ends, no other may run. */
    void hold() {
        stragglers++;
    }

    /** A record that was left over has ended. Returns the one whose turn it is now. */
    @Nullable
    PendingRecord<K, V> release() {
        stragglers--;
        return next();
    }

    private @Nullable PendingRecord<K, V> next() {
        PendingRecord<K, V> next = first;
        if (next == null || taken || stragglers > 0) {
            return null;
        }
        first = next.nextInSequence;
        if (first == null) {
            last = null;
        }
        next.nextInSequence = null;
        queued--;
        taken = true;
        return next;
    }

    /** How many wait for the one that has its turn. */
    int queued() {
        return queued;
    }

    boolean isIdle() {
        return !taken && stragglers == 0;
    }

    /** Whether the last attempt at the record that has its turn failed. */
    boolean isFailing() {
        return failing;
    }

    void failing(boolean isFailing) {
        failing = isFailing;
    }
}
