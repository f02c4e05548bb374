package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.concurrent.TimeUnit;

/**
 * Whether to wake another lane up for records that are ready, or to leave them to the lanes at work. To wake one takes two
 * system calls, and a while until a processor is free for it: where records take microseconds, the lanes at work are there
 * sooner, and lanes that fall asleep and wake up again cost more than all the rest.
 *
 * <p>
 * How long records take is known from some of them only, and the next one may take longer. So the poll thread looks after a
 * millisecond whether what was left to others was taken. If none of it was, every lane gets work until that is known anew.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class WakeUps {

    /** What an attempt has that isn't timed. */
    static final long NOT_TIMED = Long.MIN_VALUE;

    /** About the time until a thread that was woken up runs, where the processors have something to do. */
    private static final long WAKE_UP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A lane's turn at the lock, for each of its records, and what it takes until another one has it. */
    private static final long TURN_NANOS = 500;
    /**
     * One in as many records is timed: a look at the clock costs a tenth of what else is done for a record. A prime, so that
     * where partitions take turns it is not always the same one's.
     */
    private static final int TIMED_ONE_IN = 61;
    /** How many have to be timed before it is believed. */
    private static final int ENOUGH = 8;
    /** By which part of it what is known of them changes with each that is timed. */
    private static final int STEP = 8;

    private long taken;
    private int timed;
    private double typicalNanos;
    private boolean leaving;
    private long leavingSinceNanos;
    private long leavingFrom;
    private long leavingUpTo;
    /** Hardly any of what was left was taken, and nobody has looked yet whether it may run at all. */
    private boolean overdue;

    /** A record is taken to run. Returns whether it is to be timed. */
    boolean taken() {
        if (overdue) {
            overdue = false;
            timed = 0;
        }
        return ++taken % TIMED_ONE_IN == 0;
    }

    /** No record may run, whatever was counted as ready: those at work were not late. */
    void foundNone() {
        overdue = false;
    }

    /**
     * A record that was to be timed has its outcome. Half of the records take as long as is known of them, or longer: on
     * average they take as long as threads wait for a processor, the longer the more lanes are awake, and no lane would be left
     * asleep then. Where the clock stood still, nothing was learned.
     */
    void took(long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (timed == 0) {
            typicalNanos = nanos;
        } else {
            typicalNanos += Math.signum(nanos - typicalNanos) * typicalNanos / STEP;
        }
        timed = Math.min(ENOUGH, timed + 1);
    }

    /**
     * Whether the lanes at work need longer for what is ready than another one needs to wake up, and it would not only wait
     * for its turn then.
     */
    boolean isWorthOne(int ready, int inFlight) {
        return overdue || timed < ENOUGH
                || typicalNanos >= (double) TURN_NANOS * inFlight
                        && ready * typicalNanos > (double) WAKE_UP_NANOS * inFlight;
    }

    /** What is ready is left to the lanes at work, from now on. The poll thread has to know. */
    void leave(int ready, long nowNanos) {
        leaving = true;
        leavingSinceNanos = nowNanos;
        leavingFrom = taken;
        leavingUpTo = taken + ready;
    }

    /** Looks whether what was left to the lanes at work was taken. Called on the poll thread. */
    void look(long nowNanos, int inFlight) {
        long sinceNanos = nowNanos - leavingSinceNanos;
        if (taken >= leavingUpTo) {
            leaving = false;
        } else if (sinceNanos >= LONGEST_NANOS) {
            leaving = false;
            learn(sinceNanos, taken - leavingFrom, inFlight);
        }
    }

    /**
     * Not all was taken that was left. Lanes that took none, or one each, may have one that takes long. Others are at work,
     * if not as fast as was known; that they had to wait for a processor meanwhile is as likely, so it is believed in part.
     */
    private void learn(long nanos, long progress, int inFlight) {
        if (progress <= inFlight) {
            overdue = true;
        } else {
            double nanosEach = (double) nanos * inFlight / progress;
            typicalNanos = Math.max(typicalNanos, Math.min(nanosEach, 2 * typicalNanos));
        }
    }

    /** Whether the poll thread has to look. */
    boolean isLeaving() {
        return leaving;
    }

    /** When the poll thread has to look, at most a given time. */
    long nanosToLook(long mostNanos) {
        return leaving ? Math.min(mostNanos, LONGEST_NANOS) : mostNanos;
    }
}
