package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.concurrent.TimeUnit;

/**
 * Whether to wake another lane up for records that are ready, or to leave them to the lanes at work. To wake one takes two
 * system calls, and a while until a processor is free for it: where records take microseconds, the lanes at work are there
 * sooner, and lanes that fall asleep and wake up again cost more than all the rest.
 *
 * <p>
 * How long records take is known from some of them only, and the next one may take longer. So the poll thread looks after a
 * millisecond whether what was left to others was taken, and if it was not, every lane gets work until that is known anew.
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
    /** One in as many records is timed: a look at the clock costs a tenth of what else is done for a record. */
    private static final int TIMED_ONE_IN = 64;
    /** How many have to be timed before it is believed. */
    private static final int ENOUGH = 8;
    /** By which part of it what is known of them changes with each that is timed. */
    private static final int STEP = 8;

    private long taken;
    private int timed;
    private double typicalNanos;
    private boolean leaving;
    private long leavingSinceNanos;
    private long leavingUpTo;

    /** A record is taken to run. Returns whether it is to be timed. */
    boolean taken() {
        return ++taken % TIMED_ONE_IN == 0;
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

    /** Whether the lanes at work need longer for what is ready than another one needs to wake up. */
    boolean isWorthOne(int ready, int inFlight) {
        return timed < ENOUGH || ready * typicalNanos > (double) WAKE_UP_NANOS * inFlight;
    }

    /** What is ready is left to the lanes at work, from now on. The poll thread has to know. */
    void leave(int ready, long nowNanos) {
        leaving = true;
        leavingSinceNanos = nowNanos;
        leavingUpTo = taken + ready;
    }

    /** Looks whether what was left to the lanes at work was taken. Called on the poll thread. */
    void look(long nowNanos) {
        if (taken >= leavingUpTo) {
            leaving = false;
        } else if (nowNanos - leavingSinceNanos >= LONGEST_NANOS) {
            leaving = false;
            timed = 0;
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
