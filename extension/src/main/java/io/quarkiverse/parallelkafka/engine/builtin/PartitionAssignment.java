package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * One partition, from being assigned until it is revoked or lost: which of its records are not done, and which of those
 * may run. If the partition comes back, that is another assignment; what still runs of this one then counts for nothing,
 * except that the new one must wait for its order.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class PartitionAssignment<K, V> {

    private final TopicPartition partition;
    private final Ordering ordering;
    private OffsetLedger<K, V> ledger = new OffsetLedger<>();
    private Sequences<K, V> sequences;
    private ReadyRecords<K, V> ready = new ReadyRecords<>();
    private boolean dispatching = true;
    private boolean ended;
    private boolean inTurn;
    private long lastAhead;
    private boolean mapFull;
    private boolean mapTight;
    private boolean mapWarned;
    private long mapChanges = -1;
    private long mapPosition = -1;
    private @Nullable PauseReason paused;
    private @Nullable Long logEnd;
    private int inFlight;
    /** Ready, or queued behind a record that is ready or in flight. */
    private int waiting;
    /** Waiting for a retry, or queued behind a record whose last attempt failed. */
    private int retrying;

    PartitionAssignment(TopicPartition partition, Ordering ordering) {
        this.partition = partition;
        this.ordering = ordering;
        this.sequences = Sequences.of(ordering);
    }

    boolean ordersByKey() {
        return ordering == Ordering.KEY;
    }

    TopicPartition partition() {
        return partition;
    }

    OffsetLedger<K, V> ledger() {
        return ledger;
    }

    int inFlight() {
        return inFlight;
    }

    int waiting() {
        return waiting;
    }

    int retrying() {
        return retrying;
    }

    /** Takes in a record that comes after all that came before. */
    void arrive(PendingRecord<K, V> record) {
        ledger.add(record);
        Sequence<K, V> sequence = sequences.of(record);
        if (sequence == null || sequence.arrive(record)) {
            record.sequence = sequence;
            ready.addFresh(record);
            waiting++;
        } else if (sequence.isFailing()) {
            retrying++;
        } else {
            waiting++;
        }
    }

    boolean hasReady() {
        return dispatching && !ready.isEmpty();
    }

    /** Removes the record that runs next and counts it as in flight. There must be one. */
    PendingRecord<K, V> takeReady() {
        PendingRecord<K, V> record = ready.poll();
        waiting--;
        inFlight++;
        return record;
    }

    /**
     * A record in flight is done.
     *
     * @return whether another one has become ready for that, and is the oldest that is
     */
    boolean done(PendingRecord<K, V> record) {
        inFlight--;
        ledger.done(record);
        Sequence<K, V> sequence = record.sequence;
        if (sequence != null) {
            if (sequence.isFailing()) {
                sequence.failing(false);
                retrying -= sequence.queued();
                waiting += sequence.queued();
            }
            PendingRecord<K, V> next = sequence.advance();
            resume(sequence, next);
            return next != null && ready.oldest() == next;
        }
        return false;
    }

    /** A record in flight has failed and waits for its retry. */
    void failed(PendingRecord<K, V> record) {
        inFlight--;
        retrying++;
        Sequence<K, V> sequence = record.sequence;
        if (sequence != null && !sequence.isFailing()) {
            sequence.failing(true);
            retrying += sequence.queued();
            waiting -= sequence.queued();
        }
    }

    /** A record's retry is due. */
    void again(PendingRecord<K, V> record) {
        retrying--;
        waiting++;
        ready.addAgain(record);
    }

    private void resume(Sequence<K, V> sequence, @Nullable PendingRecord<K, V> next) {
        if (next != null) {
            ready.addResumed(next);
        } else if (sequence.isIdle()) {
            sequences.forget(sequence);
        }
    }

    /** A record of an earlier assignment still runs: what is in one sequence with it waits for it. */
    void hold(PendingRecord<K, V> straggler) {
        Sequence<K, V> sequence = sequences.of(straggler);
        if (sequence != null) {
            sequence.hold();
        }
    }

    /** A record of an earlier assignment has ended. */
    void release(PendingRecord<K, V> straggler) {
        Sequence<K, V> sequence = sequences.of(straggler);
        if (sequence != null) {
            resume(sequence, sequence.release());
        }
    }

    /** Nothing more is handed out. */
    void stopDispatching() {
        dispatching = false;
    }

    boolean isDispatching() {
        return dispatching;
    }

    /**
     * The partition was revoked or lost. A record that never ends would keep all others in memory, so they are let go.
     *
     * @return what is in flight; takes time by what is not done
     */
    List<PendingRecord<K, V>> end() {
        dispatching = false;
        ended = true;
        List<PendingRecord<K, V>> running = new ArrayList<>();
        for (PendingRecord<K, V> record = ledger.oldest(); record != null; record = record.after) {
            if (record.running != null) {
                running.add(record);
            }
        }
        ledger = new OffsetLedger<>();
        sequences = Sequences.of(Ordering.UNORDERED);
        ready = new ReadyRecords<>();
        running.forEach(PendingRecord::detach);
        return running;
    }

    boolean isEnded() {
        return ended;
    }

    /** How many records had been taken of all partitions when this one's turn last came early. */
    long lastAhead() {
        return lastAhead;
    }

    void lastAhead(long taken) {
        lastAhead = taken;
    }

    /** Whether it waits for its turn among the partitions. */
    boolean isInTurn() {
        return inTurn;
    }

    void inTurn(boolean isInTurn) {
        inTurn = isInTurn;
    }

    /** Why no records are fetched; null if they are. */
    @Nullable
    PauseReason paused() {
        return paused;
    }

    void paused(@Nullable PauseReason reason) {
        paused = reason;
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
    boolean mapHasChanged() {
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
     * @return whether it is full for the first time since the base was near
     */
    boolean mapLooked(long changes, boolean isFull) {
        mapChanges = changes;
        mapPosition = ledger.position();
        mapFull = isFull;
        mapTight = isFull;
        boolean isFirst = isFull && !mapWarned;
        mapWarned |= isFull;
        return isFirst;
    }

    /** Where the log ends, as far as is known. */
    @Nullable
    Long logEnd() {
        return logEnd;
    }

    void logEnd(long offset) {
        logEnd = offset;
    }
}
