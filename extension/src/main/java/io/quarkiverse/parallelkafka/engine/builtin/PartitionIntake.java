package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * Whether more of a partition may be taken off Kafka, as it was last decided and looked at, and how far there is more.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class PartitionIntake {

    private @Nullable PauseReason paused;
    private @Nullable Long logEnd;
    private boolean mapFull;
    private boolean mapTight;
    private boolean mapWarned;
    private long mapChanges = -1;
    private long mapPosition = -1;

    /** Why no records are fetched; null if they are. */
    @Nullable
    PauseReason paused() {
        return paused;
    }

    void paused(@Nullable PauseReason reason) {
        paused = reason;
    }

    /** Where the log ends, as far as is known. */
    @Nullable
    Long logEnd() {
        return logEnd;
    }

    void logEnd(long offset) {
        logEnd = offset;
    }

    /**
     * Whether nothing more may be taken in for the sake of the commit's metadata: what is done beyond the base might not
     * fit, or nobody has looked since the last poll whether it would.
     */
    boolean isMapFull() {
        return mapFull;
    }

    /** Whether the last look said that what is done beyond the base might not fit. */
    boolean isMapTight() {
        return mapTight;
    }

    /** Whether anything was done or taken in since it was last looked at. */
    boolean hasMapChanged(OffsetLedger<?, ?> ledger) {
        return ledger.changes() != mapChanges || ledger.position() != mapPosition;
    }

    /** The base is near, so that anything fits. */
    void mapIsSmall() {
        mapFull = false;
        mapTight = false;
        mapWarned = false;
    }

    void mapIsToBeLookedAt() {
        mapFull = true;
    }

    /**
     * @param changes how many changes of the ledger were looked at
     * @param position of the ledger
     * @return whether it is full for the first time since the base was near
     */
    boolean mapLooked(long changes, long position, boolean isFull) {
        mapChanges = changes;
        mapPosition = position;
        mapFull = isFull;
        mapTight = isFull;
        boolean isFirst = isFull && !mapWarned;
        mapWarned |= isFull;
        return isFirst;
    }
}
