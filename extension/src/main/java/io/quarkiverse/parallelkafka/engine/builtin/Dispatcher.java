package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

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

    /** Told of what happens on an application's thread and concerns others. Called without the lock. */
    interface Listener {

        /**
         * The poll is to end, if the poll thread polls: a partition can be resumed, a retry is due sooner than any other, a
         * record has to be decoded, or what is in flight has ended.
         */
        void endPoll();

        /** A handler threw, which counts as a failed attempt. */
        void handlerThrew(RecordAttempt<?, ?> attempt, Duration delay, Throwable cause);

        /** A handler threw after it had reported the outcome, which stands. */
        void handlerThrewLate(RecordAttempt<?, ?> attempt, Throwable cause);
    }

    private final Listener listener;
    private final ReentrantLock lock = new ReentrantLock();
    /** Something that the poll thread waits for in {@link #await}, outside of a poll, may have happened. */
    private final Condition changed = lock.newCondition();
    private final ChannelWork<K, V> work;
    private final Predicate<PendingRecord<K, V>> done;
    private final ThreadLocal<HandingOut> handingOut = ThreadLocal.withInitial(HandingOut::new);

    /** Whether a thread hands out records: then what it makes possible meanwhile it sees to further up its stack. */
    private static final class HandingOut {
        private boolean isUnderWay;
        private boolean isWanted;
    }

    Dispatcher(Ordering ordering, int maxConcurrency, Backpressure backpressure, LongSupplier nanoClock,
            Listener listener) {
        this.work = new ChannelWork<>(ordering, maxConcurrency, backpressure, nanoClock);
        this.done = work::done;
        this.listener = listener;
    }

    /** A handler asks for one record. */
    void request(RecordHandler<K, V> handler) {
        HandingOut mine = handingOut.get();
        RecordAttempt<K, V> next;
        lock.lock();
        try {
            work.ask(handler);
            next = nextUnlessUnderWay(mine);
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
        return ended(attempt, asking, done);
    }

    /** @return whether this was the attempt's first outcome */
    boolean failed(RecordAttempt<K, V> attempt, Duration delay) {
        return ended(attempt, null, record -> work.failed(record, delay));
    }

    /** @param outcome called under the lock; tells whether it concerns the poll thread */
    private boolean ended(RecordAttempt<K, V> attempt, @Nullable RecordHandler<K, V> asking,
            Predicate<PendingRecord<K, V>> outcome) {
        HandingOut mine = handingOut.get();
        RecordAttempt<K, V> next;
        boolean isFirst;
        boolean concernsPollThread;
        lock.lock();
        try {
            isFirst = work.ends(attempt);
            concernsPollThread = isFirst && outcome.test(attempt.pending());
            if (concernsPollThread) {
                changed.signalAll();
            }
            if (asking != null) {
                work.askFirst(asking);
            }
            next = nextUnlessUnderWay(mine);
        } finally {
            lock.unlock();
        }
        if (concernsPollThread) {
            listener.endPoll();
        }
        handOut(mine, next);
        return isFirst;
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
                    listener.endPoll();
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
            } else {
                listener.handlerThrewLate(attempt, e);
            }
        }
    }

    private @Nullable RecordAttempt<K, V> next() {
        lock.lock();
        try {
            return work.next(this);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable RecordAttempt<K, V> nextUnlessUnderWay(HandingOut mine) {
        mine.isWanted = true;
        return mine.isUnderWay ? null : work.next(this);
    }

    /** Nothing is handed out any more. */
    void stop() {
        locked(work::stop);
    }

    /** See {@link ChannelWork#end}. */
    List<Progress<K, V>> end(Collection<PartitionAssignment<K, V>> ending) {
        return with(assignments -> work.end(ending));
    }

    int inFlight() {
        return with(assignments -> work.inFlight());
    }

    /** See {@link ChannelWork#takeDueRetriesOrNanosToNext}. */
    long takeDueRetriesOrNanosToNext(long mostNanos) {
        return with(assignments -> work.takeDueRetriesOrNanosToNext(mostNanos));
    }

    /**
     * Has the poll thread wait outside of a poll, until something has happened that concerns it, {@link #endWait} is called,
     * or some time has passed.
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

    /** Ends what {@link #await} waits for: the poll thread looks again. */
    void endWait() {
        locked(changed::signalAll);
    }

    /** Changes the state of the partitions under the lock. */
    void change(Consumer<Assignments<K, V>> action) {
        locked(() -> action.accept(work.assignments()));
    }

    /** Looks at, or changes, the state of the partitions under the lock. */
    <R> R with(Function<Assignments<K, V>, R> action) {
        lock.lock();
        try {
            return action.apply(work.assignments());
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
