package io.quarkiverse.parallelkafka.engine.builtin;

/**
 * How many records of a partition are at hand, that is taken off Kafka and not done, by what they wait for; and how many
 * bytes they are.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class AtHand {

    private int inFlight;
    private int waiting;
    private int retrying;
    private long bytes;

    int inFlight() {
        return inFlight;
    }

    /** Ready, or queued behind a record that is ready or in flight; or nobody has looked yet. */
    int waiting() {
        return waiting;
    }

    /** Waiting for a retry, or queued behind a record whose last attempt failed. */
    int retrying() {
        return retrying;
    }

    long bytes() {
        return bytes;
    }

    void arrived(int records, long size) {
        waiting += records;
        bytes += size;
    }

    /** One that had arrived is queued behind a record whose last attempt failed. */
    void foundBehindFailure() {
        waiting--;
        retrying++;
    }

    void started() {
        waiting--;
        inFlight++;
    }

    void done(long size) {
        inFlight--;
        bytes -= size;
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
