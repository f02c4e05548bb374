package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
         * record has to be decoded, what was left to other lanes has to be looked at, or what is in flight has ended.
         */
        void endPoll();

        /** A handler threw, which counts as a failed attempt. */
        void handlerThrew(RecordAttempt<?, ?> attempt, Duration delay, Throwable cause);

        /** A handler threw after it had reported the outcome, which stands. */
        void handlerThrewLate(RecordAttempt<?, ?> attempt, Throwable cause);
    }

    private final Listener listener;
    /**
     * A monitor, since the JVM has a thread that finds one taken spin for as long as that has paid before. It is held for less
     * than a microsecond: to sleep and to be woken up takes ten times as long, and would be most of what a record costs. What
     * the poll thread waits for in {@link #await}, outside of a poll, is notified by it.
     */
    private final Object lock = new Object();
    /** Whether the poll thread waits for something to happen, outside of a poll. */
    private boolean isAwaited;
    private final ChannelWork<K, V> work;
    private final Predicate<PendingRecord<K, V>> done;
    private final ThreadLocal<HandingOut> handingOut = ThreadLocal.withInitial(HandingOut::new);

    /** Whether a thread hands out records: then what it makes possible meanwhile it sees to further up its stack. */
    private static final class HandingOut {
        private boolean isUnderWay;
        /** Something may have become ready. */
        private boolean isWanted;
        /** A handler has asked on this very thread, so that nobody has to be woken up for it. */
        private boolean isAsked;
        /** The poll thread has something to look at, of which it is told without the lock. */
        private boolean isPollThreadUntold;
        /** It is the poll thread, which looks at everything before it polls again. */
        private boolean isPollThread;
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
        synchronized (lock) {
            work.ask(handler);
            next = nextUnlessUnderWay(mine, true);
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
        long nanos = work.nanosOf(attempt);
        RecordAttempt<K, V> next;
        boolean isFirst;
        boolean concernsPollThread;
        synchronized (lock) {
            isFirst = work.ends(attempt, nanos);
            concernsPollThread = isFirst && outcome.test(attempt.pending());
            if (concernsPollThread) {
                endAwait();
            }
            if (asking != null) {
                work.ask(asking);
            }
            next = nextUnlessUnderWay(mine, asking != null);
        }
        if (concernsPollThread) {
            listener.endPoll();
        }
        handOut(mine, next);
        return isFirst;
    }

    /**
     * Hands out what may run to those who asked. Called on the poll thread, whenever it may have made that possible, which
     * is not told of what it finds here: it looks anew before it polls again.
     */
    void handOut() {
        locked(work::lookAtWhatWasLeft);
        HandingOut mine = handingOut.get();
        mine.isAsked = false;
        mine.isPollThread = true;
        try {
            handOut(mine, next(mine));
        } finally {
            mine.isPollThread = false;
        }
    }

    private void handOut(HandingOut mine, @Nullable RecordAttempt<K, V> first) {
        tellPollThread(mine);
        if (first == null) {
            return;
        }
        mine.isUnderWay = true;
        try {
            RecordAttempt<K, V> attempt = first;
            while (attempt != null) {
                mine.isWanted = attempt.isFollowed();
                mine.isAsked = false;
                mine.isPollThreadUntold |= attempt.makesRoom();
                tellPollThread(mine);
                handOver(attempt);
                attempt = mine.isWanted ? next(mine) : null;
                tellPollThread(mine);
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

    private void tellPollThread(HandingOut mine) {
        if (mine.isPollThreadUntold) {
            mine.isPollThreadUntold = false;
            if (!mine.isPollThread) {
                listener.endPoll();
            }
        }
    }

    private @Nullable RecordAttempt<K, V> next(HandingOut mine) {
        synchronized (lock) {
            return nextUnlessLeft(mine);
        }
    }

    /** @param isAsked whether a handler has asked on this thread */
    private @Nullable RecordAttempt<K, V> nextUnlessUnderWay(HandingOut mine, boolean isAsked) {
        mine.isWanted = true;
        if (mine.isUnderWay) {
            mine.isAsked |= isAsked;
            return null;
        }
        mine.isAsked = isAsked;
        return nextUnlessLeft(mine);
    }

    private @Nullable RecordAttempt<K, V> nextUnlessLeft(HandingOut mine) {
        RecordAttempt<K, V> next = mine.isAsked || !work.leaveToOthers() ? work.next(this) : null;
        if (work.takeUntold()) {
            mine.isPollThreadUntold = true;
            endAwait();
        }
        return next;
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
        synchronized (lock) {
            isAwaited = true;
            try {
                TimeUnit.NANOSECONDS.timedWait(lock, nanos.getAsLong());
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt the poll thread, and it ends in its own way: it looks again.
            } finally {
                isAwaited = false;
            }
        }
    }

    /** Ends what {@link #await} waits for: the poll thread looks again. */
    void endWait() {
        locked(this::endAwait);
    }

    /** Called with the lock. To notify costs much more than to see that nobody waits. */
    private void endAwait() {
        if (isAwaited) {
            lock.notifyAll();
        }
    }

    /** Changes the state of the partitions under the lock. */
    void change(Consumer<Assignments<K, V>> action) {
        locked(() -> action.accept(work.assignments()));
    }

    /** Looks at, or changes, the state of the partitions under the lock. */
    <R> R with(Function<Assignments<K, V>, R> action) {
        synchronized (lock) {
            return action.apply(work.assignments());
        }
    }

    private void locked(Runnable action) {
        synchronized (lock) {
            action.run();
        }
    }
}
