package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.apache.kafka.common.errors.WakeupException;

/**
 * Ends a poll that waits for records because there is something else to do: a partition can be resumed, a retry is due
 * sooner, the engine stops.
 *
 * <p>
 * A consumer's wake-up makes it throw at its next wait, whatever that is. So it is used only while the poll thread says
 * that it polls, and once a poll; at any other time the signal makes the next poll not wait. A thread that was slow
 * between taking its decision and waking up the consumer may still hit a later call: the poll thread takes any wake-up
 * for an empty poll, and repeats whatever else was hit.
 */
final class PollSignal {

    private enum State {
        WORKING, SIGNALLED, POLLING, WOKEN
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WORKING);
    private final Runnable wakeUp;

    /** @param wakeUp ends the poll, or the next one; called on any thread */
    PollSignal(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /** Ends the poll; if there is none, the next one won't wait. May be called on any thread. */
    void endPoll() {
        while (true) {
            State seen = state.get();
            if (seen == State.SIGNALLED || seen == State.WOKEN) {
                return;
            }
            if (seen == State.WORKING && state.compareAndSet(State.WORKING, State.SIGNALLED)) {
                return;
            }
            if (seen == State.POLLING && state.compareAndSet(State.POLLING, State.WOKEN)) {
                wakeUp.run();
                return;
            }
        }
    }

    /**
     * Called on the poll thread before a poll.
     *
     * @param longest how long the poll may wait if there was no signal
     * @return how long it may wait
     */
    Duration pollStarts(Duration longest) {
        if (state.compareAndSet(State.WORKING, State.POLLING)) {
            return longest;
        }
        state.set(State.POLLING);
        return Duration.ZERO;
    }

    /** Called on the poll thread after a poll. */
    void pollEnded() {
        state.set(State.WORKING);
    }

    /** Called on the poll thread when it is called back from within a poll: what it does then may use up a wake-up. */
    void pollCallsBack() {
        state.updateAndGet(seen -> seen == State.WOKEN ? State.SIGNALLED : State.WORKING);
    }

    /** Called on the poll thread before it returns to a poll that called it back. */
    void pollGoesOn() {
        if (!state.compareAndSet(State.WORKING, State.POLLING)) {
            state.set(State.WOKEN);
            wakeUp.run();
        }
    }

    /** Calls a client for something else than a poll; again, where that was hit by a wake-up that came late. */
    static <R> R unlessWokenUp(Supplier<R> call) {
        while (true) {
            try {
                return call.get();
            } catch (WakeupException late) {
                // Meant for a poll that was over by then.
            }
        }
    }
}
