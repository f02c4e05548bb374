package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;

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
    private final AtHand atHand = new AtHand();
    private final PartitionIntake intake = new PartitionIntake();
    private final Assignments.Turn turn = new Assignments.Turn();
    private OffsetLedger<K, V> ledger = new OffsetLedger<>();
    private NewRecords<K, V> unseen = new NewRecords<>();
    private Sequences<K, V> sequences;
    private final UndecodedRecords<K, V> undecoded;
    private ReadyRecords<K, V> ready;
    private boolean dispatching = true;
    private boolean ended;

    /** @param undecoded gets those whose turn it is and that have to be decoded first */
    PartitionAssignment(TopicPartition partition, Ordering ordering, UndecodedRecords<K, V> undecoded) {
        this.partition = partition;
        this.ordering = ordering;
        this.sequences = Sequences.of(ordering);
        this.undecoded = undecoded;
        this.ready = new ReadyRecords<>(undecoded);
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

    AtHand atHand() {
        return atHand;
    }

    PartitionIntake intake() {
        return intake;
    }

    /** The {@link Assignments}' own note of when it is this one's turn. */
    Assignments.Turn turn() {
        return turn;
    }

    /**
     * Takes in records that come after all that came before. Those that have to be decoded first must not wait until a lane
     * needs one.
     */
    void arrive(Batch<K, V> batch) {
        ledger.add(batch);
        unseen.add(batch);
        atHand.arrived(batch.size(), batch.bytes());
        if (batch.isAnyToBeDecoded()) {
            while (!unseen.isEmpty()) {
                lookAtNext();
            }
        }
    }

    private void lookAtNext() {
        PendingRecord<K, V> record = unseen.poll();
        if (sequences.arrive(record)) {
            ready.addFresh(record);
        } else if (record.sequence.isFailing()) {
            atHand.foundBehindFailure();
        }
    }

    /**
     * How many records wait that more lanes would have started. Of a partition that is worked on one by one all count: more
     * of them at hand would be of no use.
     */
    int waitingForLanes() {
        return ordering == Ordering.KEY ? ready.withUndecoded() + unseen.size() : atHand.waiting();
    }

    /** How many records may run now; one that nobody has looked at yet counts as one of them. */
    int ready() {
        return dispatching ? ready.size() + unseen.size() : 0;
    }

    /** Removes the record that runs next and counts it as in flight; null if none may run after all. */
    @Nullable
    PendingRecord<K, V> takeReady() {
        while (ready.hasOnlyFailed() && !unseen.isEmpty()) {
            lookAtNext();
        }
        PendingRecord<K, V> record = ready.poll();
        if (record != null) {
            atHand.started();
        }
        return record;
    }

    /**
     * A record in flight is done.
     *
     * @return whether another one has become ready for that, and is the oldest that is
     */
    boolean done(PendingRecord<K, V> record) {
        atHand.done(record.bytes());
        ledger.done(record);
        Sequence<K, V> sequence = record.sequence;
        if (sequence == null) {
            sequences.doneAlone(record);
            return isNextUnseenBehind(record);
        }
        if (sequence.isFailing()) {
            sequence.failing(false);
            atHand.doneBefore(sequence.queued());
        }
        PendingRecord<K, V> next = sequence.advance();
        resume(sequence, next);
        return next == null ? isNextUnseenBehind(record) : ready.oldest() == next;
    }

    /** Whether the oldest that may run waited for a record, and nobody has looked at it yet. */
    private boolean isNextUnseenBehind(PendingRecord<K, V> done) {
        PendingRecord<K, V> next = unseen.peek();
        return next != null && ready.hasOnlyFailed() && sequences.isOne(done, next);
    }

    /** A record in flight has failed and waits for its retry. */
    void failed(PendingRecord<K, V> record) {
        atHand.failed();
        Sequence<K, V> sequence = sequences.of(record);
        if (sequence != null && !sequence.isFailing()) {
            sequence.failing(true);
            atHand.failedBefore(sequence.queued());
        }
    }

    /** A record's retry is due. */
    void again(PendingRecord<K, V> record) {
        atHand.again();
        ready.addAgain(record);
    }

    /** A record whose turn it is was decoded, or could not be. */
    void decoded(PendingRecord<K, V> record) {
        ready.addDecoded(record);
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

    /** Nothing more is handed out. Called by the {@link Assignments}, which count what is ready. */
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
        unseen = new NewRecords<>();
        sequences = Sequences.of(Ordering.UNORDERED);
        ready = new ReadyRecords<>(undecoded);
        running.forEach(PendingRecord::detach);
        return running;
    }

    boolean isEnded() {
        return ended;
    }
}
