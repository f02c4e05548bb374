package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayDeque;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * The records of one partition that may run now, the oldest first: a key with many records thus gets a lane as soon as its
 * next one may run, never more than one, and no key waits for one that came after it. Records that failed before take turns
 * with the others, so that many that fail don't hold up those that don't. Those that have to be decoded first are elsewhere
 * until then.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class ReadyRecords<K, V> {

    /** Ready since they came, so in the order of their offsets. */
    private final Queue<PendingRecord<K, V>> fresh = new ArrayDeque<>();
    /** Ready since the record in front of them was done, or since they were decoded, in any order. */
    private final OldestFirst<K, V> resumed = new OldestFirst<>();
    /** Ready since their retry is due, in the order in which it was. */
    private final Queue<PendingRecord<K, V>> again = new ArrayDeque<>();
    private final UndecodedRecords<K, V> undecoded;
    private int undecodedHere;
    private boolean lastWasAgain;

    /** @param undecoded gets those that have to be decoded first */
    ReadyRecords(UndecodedRecords<K, V> undecoded) {
        this.undecoded = undecoded;
    }

    void addFresh(PendingRecord<K, V> record) {
        add(fresh, record);
    }

    void addResumed(PendingRecord<K, V> record) {
        if (!isLeftToDecode(record)) {
            resumed.add(record);
        }
    }

    void addAgain(PendingRecord<K, V> record) {
        add(again, record);
    }

    private void add(Queue<PendingRecord<K, V>> ready, PendingRecord<K, V> record) {
        if (!isLeftToDecode(record)) {
            ready.add(record);
        }
    }

    private boolean isLeftToDecode(PendingRecord<K, V> record) {
        if (record.isToBeDecoded()) {
            undecodedHere++;
            undecoded.add(record);
            return true;
        }
        return false;
    }

    /** Adds one that had to be decoded first, whatever came of it. */
    void addDecoded(PendingRecord<K, V> record) {
        undecodedHere--;
        if (record.attempts > 0) {
            again.add(record);
        } else {
            resumed.add(record);
        }
    }

    /** How many may run now. */
    int size() {
        return fresh.size() + resumed.size() + again.size();
    }

    /** Whether none may run but those that failed before. */
    boolean hasOnlyFailed() {
        return fresh.isEmpty() && resumed.size() == 0;
    }

    /** How many may run, those included that have to be decoded first. */
    int withUndecoded() {
        return size() + undecodedHere;
    }

    /** Removes the one whose turn it is; null if there is none. */
    @Nullable
    PendingRecord<K, V> poll() {
        if (!again.isEmpty() && (!lastWasAgain || hasOnlyFailed())) {
            lastWasAgain = true;
            return again.poll();
        }
        lastWasAgain = false;
        return isResumedOldest() ? resumed.poll() : fresh.poll();
    }

    /** The oldest of those that did not fail before; null if there is none. */
    @Nullable
    PendingRecord<K, V> oldest() {
        return isResumedOldest() ? resumed.peek() : fresh.peek();
    }

    private boolean isResumedOldest() {
        PendingRecord<K, V> oldestFresh = fresh.peek();
        return oldestFresh == null || resumed.oldestOffset() < oldestFresh.offset();
    }
}
