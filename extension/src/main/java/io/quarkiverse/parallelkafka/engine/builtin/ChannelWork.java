package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.LongestWait;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * What there is to do in a channel and who asks for it: the partitions' records, those that wait for a retry, the handlers
 * that have none, and how much is in flight.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock, but for {@link #nanosOf}.
 */
final class ChannelWork<K, V> {

    private final int maxConcurrency;
    private final Backpressure backpressure;
    private final LongSupplier nanoClock;
    private final Assignments<K, V> assignments;
    /** The one that has asked last is first: its thread is awake, or at least warm. */
    private final Deque<RecordHandler<K, V>> idleHandlers = new ArrayDeque<>();
    private final RetryTimer<K, V> retries = new RetryTimer<>();
    private final WakeUps wakeUps = new WakeUps();
    private final Consumer<PartitionAssignment<K, V>> withoutReady = this::foundNoneReady;
    /** Whether there is something that the poll thread has to be told. */
    private boolean untold;
    private int inFlight;
    private boolean stopped;

    ChannelWork(Ordering ordering, int maxConcurrency, Backpressure backpressure, LongSupplier nanoClock) {
        this.assignments = new Assignments<>(ordering, backpressure.bytes());
        this.maxConcurrency = maxConcurrency;
        this.backpressure = backpressure;
        this.nanoClock = nanoClock;
    }

    Assignments<K, V> assignments() {
        return assignments;
    }

    int inFlight() {
        return inFlight;
    }

    /** A handler asks for a record. It is served before those that have asked already. */
    void ask(RecordHandler<K, V> handler) {
        idleHandlers.push(handler);
    }

    /**
     * How long an attempt took; {@link WakeUps#NOT_TIMED} if nobody needs to know. Called before the lock is waited for, which
     * takes none of the attempt's time.
     */
    long nanosOf(RecordAttempt<K, V> attempt) {
        return attempt.startNanos() == WakeUps.NOT_TIMED
                ? WakeUps.NOT_TIMED
                : nanoClock.getAsLong() - attempt.startNanos();
    }

    /**
     * @param nanos how long it took
     * @return whether this is the attempt's first outcome; the record is in flight no more then
     */
    boolean ends(RecordAttempt<K, V> attempt, long nanos) {
        PendingRecord<K, V> record = attempt.pending();
        if (record.running != attempt) {
            return false;
        }
        record.running = null;
        inFlight--;
        if (nanos != WakeUps.NOT_TIMED) {
            wakeUps.took(nanos);
        }
        return true;
    }

    /** A record is done. Returns whether that concerns the poll thread. */
    boolean done(PendingRecord<K, V> record) {
        boolean wasTight = backpressure.bytes().isTight();
        assignments.done(record);
        return concernsPollThread(record.assignment(), wasTight);
    }

    /** A record runs again after a delay. Returns whether that concerns the poll thread. */
    boolean failed(PendingRecord<K, V> record, Duration delay) {
        PartitionAssignment<K, V> assignment = record.assignment();
        boolean wasTight = backpressure.bytes().isTight();
        boolean isDueFirst = false;
        if (assignment.isEnded()) {
            assignments.straggled(record);
        } else {
            assignment.failed(record);
            isDueFirst = retries.add(record, nanoClock.getAsLong() + LongestWait.orLess(delay).toNanos());
        }
        return isDueFirst || concernsPollThread(assignment, wasTight);
    }

    /**
     * Whether the poll thread has something to do now that a record of an assignment is in flight no more: to resume that
     * partition, or others, to decode the one whose turn it is now, or because it may wait for what is in flight.
     */
    private boolean concernsPollThread(PartitionAssignment<K, V> assignment, boolean wasTight) {
        return backpressure.allowsResuming(assignment)
                || wasTight && !backpressure.bytes().isTight()
                || !assignments.undecoded().isEmpty()
                || !assignment.isDispatching()
                || stopped && inFlight == 0;
    }

    /**
     * Leaves what is ready to the handlers that have a record, if they are there sooner than one that has to be woken up.
     *
     * @return whether it is left to them
     */
    boolean leaveToOthers() {
        int ready = assignments.ready();
        if (inFlight == 0 || ready == 0 || !mayHandOut() || wakeUps.isWorthOne(ready, inFlight)) {
            return false;
        }
        if (!wakeUps.isLeaving()) {
            wakeUps.leave(ready, nanoClock.getAsLong());
            untold = true;
        }
        return true;
    }

    private boolean mayHandOut() {
        return !stopped && inFlight < maxConcurrency && !idleHandlers.isEmpty();
    }

    /**
     * Whether the poll thread has to be told: something was left to others and must be looked at, or a partition can be
     * resumed of which more is at hand than any lane can take. True once each time.
     */
    boolean takeUntold() {
        boolean isUntold = untold;
        untold = false;
        return isUntold;
    }

    private void foundNoneReady(PartitionAssignment<K, V> assignment) {
        untold |= backpressure.allowsResuming(assignment);
    }

    /** Looks whether what was left to others was taken. Called on the poll thread. */
    void lookAtWhatWasLeft() {
        if (wakeUps.isLeaving()) {
            wakeUps.look(nanoClock.getAsLong(), inFlight);
        }
    }

    /** Takes the record that runs next, for the handler whose turn it is; null if there is none, or may be none. */
    @Nullable
    RecordAttempt<K, V> next(Dispatcher<K, V> dispatcher) {
        if (!mayHandOut()) {
            return null;
        }
        if (!retries.isEmpty()) {
            takeDueRetries(nanoClock.getAsLong());
        }
        PendingRecord<K, V> record = assignments.takeReady(withoutReady);
        if (record == null) {
            wakeUps.foundNone();
            return null;
        }
        inFlight++;
        RecordHandler<K, V> handler = idleHandlers.pop();
        long startNanos = wakeUps.taken() ? nanoClock.getAsLong() : WakeUps.NOT_TIMED;
        boolean isFollowed = !idleHandlers.isEmpty() && !leaveToOthers();
        RecordAttempt<K, V> attempt = new RecordAttempt<>(dispatcher, record, handler, ++record.attempts, startNanos,
                isFollowed, backpressure.allowsResuming(record.assignment()));
        record.running = attempt;
        return attempt;
    }

    /**
     * Makes the records ready whose retry is due, or has them decoded first.
     *
     * @return how long until the next one is due, or what was left to others has to be looked at, at most a given time:
     *         none, if any was; one that is due and finds no free lane waits for that, and not for whoever asks here
     */
    long takeDueRetriesOrNanosToNext(long mostNanos) {
        if (stopped) {
            return mostNanos;
        }
        long now = nanoClock.getAsLong();
        return takeDueRetries(now) ? 0 : retries.nanosToNext(now, wakeUps.nanosToLook(mostNanos));
    }

    private boolean takeDueRetries(long now) {
        boolean any = false;
        for (PendingRecord<K, V> due = retries.pollDue(now); due != null; due = retries.pollDue(now)) {
            due.assignment().again(due);
            assignments.takesTurns(due.assignment());
            any = true;
        }
        return any;
    }

    /** Nothing is handed out any more. */
    void stop() {
        stopped = true;
        backpressure.stop();
        idleHandlers.clear();
        assignments.undecoded().stop();
    }

    /**
     * Partitions were revoked or lost; what is in flight of them counts on, and nothing else does.
     *
     * @return how far those were of which the group does not know all
     */
    List<Progress<K, V>> end(Collection<PartitionAssignment<K, V>> ending) {
        List<Progress<K, V>> uncommitted = ending.stream().filter(each -> each.ledger().isAheadOfGroup())
                .map(Progress::of).toList();
        ending.forEach(assignments::end);
        retries.forgetEnded();
        assignments.undecoded().forgetEnded();
        return uncommitted;
    }
}
