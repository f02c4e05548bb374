package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayDeque;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * Records whose turn it is and that have to be decoded first, in the order in which they came here. Whichever thread finds
 * one, the poll thread decodes it, without the lock.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class UndecodedRecords<K, V> {

    private final Queue<PendingRecord<K, V>> waiting = new ArrayDeque<>();
    private boolean stopped;

    void add(PendingRecord<K, V> record) {
        if (!stopped) {
            waiting.add(record);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Removes the one that came first; null if there is none. */
    @Nullable
    PendingRecord<K, V> poll() {
        return waiting.poll();
    }

    /** Nothing is handed out any more, so nothing has to be decoded. */
    void stop() {
        stopped = true;
        waiting.clear();
    }

    /** Drops the records of assignments that have ended. Takes time by how many there are. */
    void forgetEnded() {
        waiting.removeIf(record -> record.assignment().isEnded());
    }
}
