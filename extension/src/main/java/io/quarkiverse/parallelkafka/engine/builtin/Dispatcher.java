package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * Brings records that may run and handlers that ask for one together, and takes in what becomes of them. Whoever makes
 * that possible does it: the poll thread that brought the record, or the application's thread that was done with another
 * one and asks for the next. Neither waits for the other.
 *
 * <p>
 * No more records are in flight than the channel allows, those of assignments that have ended included.
 *
 * <p>
 * Thread safety: one lock guards the state of the whole channel. It is never held while a handler or a Kafka client is
 * called.
 */
final class Dispatcher<K, V> {

    private static final Duration RETRY_OF_THROWN = Duration.ofSeconds(1);
    /** Whatever waits longer waits this long: two times that are further apart could not be compared. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(365 * 100);

    /** Told of what happens on an application's thread and concerns others. Called without the lock. */
    interface Listener {

        /**
         * There is something for the poll thread: a partition can be resumed, a retry is due sooner than any other, or
         * nothing is in flight any more and nothing will be.
         */
        void pollThreadHasWork();

        /** A handler threw, which counts as a failed attempt. */
        void handlerThrew(RecordAttempt<?, ?> attempt, Duration delay, Throwable cause);
    }

    private final int maxConcurrency;
    private final Backpressure backpressure;
    private final LongSupplier nanoClock;
    private final Listener listener;

    private final ReentrantLock lock = new ReentrantLock();
    /** Something that somebody waits for in {@link #await} may have happened. */
    private final Condition changed = lock.newCondition();
    private final Assignments<K, V> assignments;
    private final Deque<RecordHandler<K, V>> idleHandlers = new ArrayDeque<>();
    private final RetryTimer<K, V> retries = new RetryTimer<>();
    private int inFlight;
    private boolean stopped;

    private final ThreadLocal<HandingOut> handingOut = ThreadLocal.withInitial(HandingOut::new);

    /** Whether a thread hands out records: then what it makes possible meanwhile it sees to further up its stack. */
    private static final class HandingOut {
        private boolean isUnderWay;
        private boolean isWanted;
    }

    Dispatcher(Ordering ordering, int maxConcurrency, Backpressure backpressure, LongSupplier nanoClock,
            Listener listener) {
        this.assignments = new Assignments<>(ordering);
        this.maxConcurrency = maxConcurrency;
        this.backpressure = backpressure;
        this.nanoClock = nanoClock;
        this.listener = listener;
    }

    /** A handler asks for one record. */
    void request(RecordHandler<K, V> handler) {
        HandingOut mine = handingOut.get();
        RecordAttempt<K, V> next;
        lock.lock();
        try {
            idleHandlers.add(handler);
            next = nextUnless(mine);
        } finally {
            lock.unlock();
        }
        handOut(mine, next);
    }

    /** @return whether this was the attempt's first outcome */
    boolean succeeded(RecordAttempt<K, V> attempt) {
        return succeeded(attempt, null);
    }

    /**
     * @param asking a handler that asks for another record; it is served before those that have asked already, since the
     *        current thread can go on with it
     * @return whether this was the attempt's first outcome
     */
    boolean succeeded(RecordAttempt<K, V> attempt, @Nullable RecordHandler<K, V> asking) {
        HandingOut mine = handingOut.get();
        RecordAttempt<K, V> next;
        boolean isFirst;
        boolean concernsPollThread = false;
        lock.lock();
        try {
            isFirst = ends(attempt);
            if (isFirst) {
                concernsPollThread = done(attempt.pending());
            }
            if (asking != null) {
                idleHandlers.addFirst(asking);
            }
            next = nextUnless(mine);
        } finally {
            lock.unlock();
        }
        if (concernsPollThread) {
            listener.pollThreadHasWork();
        }
        handOut(mine, next);
        return isFirst;
    }

    private boolean done(PendingRecord<K, V> record) {
        PartitionAssignment<K, V> assignment = record.assignment();
        if (assignment.isEnded()) {
            assignments.straggled(record);
        } else {
            boolean isNext = assignment.done(record);
            assignments.takesTurns(assignment);
            if (isNext) {
                assignments.takesNextTurn(assignment);
            }
        }
        return backpressure.allowsResuming(assignment) || isDrained();
    }

    /** @return whether this was the attempt's first outcome */
    boolean failed(RecordAttempt<K, V> attempt, Duration delay) {
        HandingOut mine = handingOut.get();
        RecordAttempt<K, V> next;
        boolean concernsPollThread;
        lock.lock();
        try {
            if (!ends(attempt)) {
                return false;
            }
            concernsPollThread = waitsForRetry(attempt.pending(), delay);
            next = nextUnless(mine);
        } finally {
            lock.unlock();
        }
        if (concernsPollThread) {
            listener.pollThreadHasWork();
        }
        handOut(mine, next);
        return true;
    }

    private boolean waitsForRetry(PendingRecord<K, V> record, Duration delay) {
        boolean isDueFirst = false;
        if (record.assignment().isEnded()) {
            assignments.straggled(record);
        } else {
            record.assignment().failed(record);
            long delayNanos = (delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY).toNanos();
            isDueFirst = retries.add(record, nanoClock.getAsLong() + delayNanos);
            if (isDueFirst) {
                changed.signalAll();
            }
        }
        return isDueFirst || backpressure.allowsResuming(record.assignment()) || isDrained();
    }

    private boolean ends(RecordAttempt<K, V> attempt) {
        PendingRecord<K, V> record = attempt.pending();
        if (record.running != attempt) {
            return false;
        }
        record.running = null;
        inFlight--;
        if (!record.assignment().isDispatching() || stopped) {
            changed.signalAll();
        }
        return true;
    }

    private boolean isDrained() {
        return stopped && inFlight == 0;
    }

    /** Hands out what may run to those who asked. Called by everyone who may have made that possible. */
    void handOut() {
        HandingOut mine = handingOut.get();
        if (mine.isUnderWay) {
            mine.isWanted = true;
        } else {
            handOut(mine, next());
        }
    }

    private void handOut(HandingOut mine, @Nullable RecordAttempt<K, V> first) {
        if (first == null) {
            return;
        }
        mine.isUnderWay = true;
        try {
            RecordAttempt<K, V> attempt = first;
            while (attempt != null) {
                mine.isWanted = attempt.isFollowed();
                if (attempt.makesRoom()) {
                    listener.pollThreadHasWork();
                }
                handOver(attempt);
                attempt = mine.isWanted ? next() : null;
            }
        } finally {
            mine.isUnderWay = false;
        }
    }

    private void handOver(RecordAttempt<K, V> attempt) {
        try {
            attempt.handOver();
        } catch (Throwable e) {
            if (failed(attempt, RETRY_OF_THROWN)) {
                listener.handlerThrew(attempt, RETRY_OF_THROWN, e);
            }
        }
    }

    private @Nullable RecordAttempt<K, V> next() {
        lock.lock();
        try {
            return nextLocked();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable RecordAttempt<K, V> nextUnless(HandingOut mine) {
        mine.isWanted = true;
        return mine.isUnderWay ? null : nextLocked();
    }

    private @Nullable RecordAttempt<K, V> nextLocked() {
        if (stopped || inFlight >= maxConcurrency || idleHandlers.isEmpty()) {
            return null;
        }
        if (!retries.isEmpty()) {
            takeDueRetries(nanoClock.getAsLong());
        }
        PendingRecord<K, V> record = assignments.takeReady();
        if (record == null) {
            return null;
        }
        inFlight++;
        RecordHandler<K, V> handler = idleHandlers.remove();
        RecordAttempt<K, V> attempt = new RecordAttempt<>(this, record, handler, ++record.attempts,
                !idleHandlers.isEmpty(), backpressure.allowsResuming(record.assignment()));
        record.running = attempt;
        return attempt;
    }

    /** @return whether there were any */
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
        lock.lock();
        try {
            stopped = true;
            backpressure.stop();
            idleHandlers.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A partition was revoked or lost; what is in flight of it counts on, and nothing else does. */
    void end(PartitionAssignment<K, V> assignment) {
        lock.lock();
        try {
            assignments.end(assignment);
            retries.forget(assignment);
        } finally {
            lock.unlock();
        }
    }

    int inFlight() {
        lock.lock();
        try {
            return inFlight;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How long until a retry is due that none was told of before, at most a given time. One that is due and finds no free
     * lane waits for that, and not for whoever asks here.
     */
    long nanosToNextRetry(long mostNanos) {
        lock.lock();
        try {
            long now = nanoClock.getAsLong();
            if (stopped) {
                return mostNanos;
            }
            return takeDueRetries(now) ? 0 : retries.nanosToNext(now, mostNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a record of a partition that hands out nothing more has ended, the dispatcher is told to wake up, or
     * some time has passed. Retries that become due meanwhile are not handed out by anyone.
     *
     * @param nanos how long to wait; asked under the lock, so that nothing that happens meanwhile is missed
     */
    void await(LongSupplier nanos) {
        lock.lock();
        try {
            changed.awaitNanos(nanos.getAsLong());
        } catch (InterruptedException e) {
            // Nobody has a reason to interrupt the poll thread, and it ends in its own way: it looks again.
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait, for whoever waits to look again. */
    void wakeUp() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Changes the state of the partitions under the lock. */
    void change(Consumer<Assignments<K, V>> action) {
        lock.lock();
        try {
            action.accept(assignments);
        } finally {
            lock.unlock();
        }
    }

    /** Looks at, or changes, the state of the partitions under the lock. */
    <R> R with(Function<Assignments<K, V>, R> action) {
        lock.lock();
        try {
            return action.apply(assignments);
        } finally {
            lock.unlock();
        }
    }
}
