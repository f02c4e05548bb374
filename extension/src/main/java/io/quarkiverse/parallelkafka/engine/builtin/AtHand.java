package io.quarkiverse.parallelkafka.engine.builtin;

/**
 * How many records of a partition are at hand, that is taken off Kafka and not done, by what they wait for.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class AtHand {

    private int inFlight;
    private int waiting;
    private int retrying;

    int inFlight() {
        return inFlight;
    }

    /** Ready, or queued behind a record that is ready or in flight. */
    int waiting() {
        return waiting;
    }

    /** Waiting for a retry, or queued behind a record whose last attempt failed. */
    int retrying() {
        return retrying;
    }

    void arrived(boolean isBehindFailure) {
        if (isBehindFailure) {
            retrying++;
        } else {
            waiting++;
        }
    }

    void started() {
        waiting--;
        inFlight++;
    }

    void done() {
        inFlight--;
    }

    void failed() {
        inFlight--;
        retrying++;
    }

    /** A retry is due. */
    void again() {
        retrying--;
        waiting++;
    }

    /** The record that others are queued behind has failed. */
    void failedBefore(int queued) {
        waiting -= queued;
        retrying += queued;
    }

    /** The record that others are queued behind is done, at last. */
    void doneBefore(int queued) {
        retrying -= queued;
        waiting += queued;
    }
}
