package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * Says when enough of a partition was taken off Kafka. Once it is paused it stays so until half of what was too much is
 * gone, so that it isn't paused and resumed for each record. Records that are held up, by a retry or, while there is nothing
 * for a lane, by the record of their key before them, have a larger bound: neither failing keys nor slow ones keep the others
 * of their partition from being fetched.
 *
 * <p>
 * Thread safety: called under the {@link Dispatcher}'s lock.
 */
final class Backpressure {

    private final int maxWaiting;
    private final int maxHeldUp;
    private final ByteBound bytes;
    private boolean stopping;

    Backpressure(int maxWaiting, int maxHeldUp, long maxBytes) {
        this.maxWaiting = maxWaiting;
        this.maxHeldUp = maxHeldUp;
        this.bytes = new ByteBound(maxBytes);
    }

    /** What bounds the records of all partitions by their bytes. */
    ByteBound bytes() {
        return bytes;
    }

    /** From now on nothing is taken off Kafka. */
    void stop() {
        stopping = true;
    }

    /** Why a partition must not be fetched; null if it may. */
    @Nullable
    PauseReason reasonToPause(PartitionAssignment<?, ?> assignment) {
        if (stopping) {
            return PauseReason.STOPPING;
        }
        if (assignment.intake().isMapFull()) {
            return PauseReason.COMMIT_METADATA;
        }
        PauseReason now = assignment.intake().paused();
        int waiting = assignment.atHand().waiting();
        int forLanes = assignment.waitingForLanes();
        if (isFull(waiting - forLanes + assignment.atHand().retrying(), maxHeldUp, now == PauseReason.HELD_UP)) {
            return PauseReason.HELD_UP;
        }
        // Where no lane could take any of what waits, more is fetched, to find what one could take.
        if (forLanes > 0 && isFull(waiting, maxWaiting, now == PauseReason.WAITING)) {
            return PauseReason.WAITING;
        }
        if (bytes.isFull(assignment.atHand().bytes())) {
            return PauseReason.BYTES;
        }
        return null;
    }

    /** Whether a partition is paused and need not be. Cheap: asked for each record that is done. */
    boolean allowsResuming(PartitionAssignment<?, ?> assignment) {
        return assignment.intake().paused() != null && reasonToPause(assignment) == null;
    }

    private static boolean isFull(int count, int most, boolean wasFull) {
        return count >= most || wasFull && count > most / 2;
    }
}
