package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What becomes of a delivery in a test, and when.
 *
 * @param after how long the lane is busy with it
 * @param kind whether it succeeds, is retried, or stays in flight forever
 * @param delay how long a retry waits
 * @param released what the lane waits for before anything else
 */
public record Outcome(Duration after, Kind kind, Duration delay, CompletionStage<?> released) {

    private static final CompletionStage<?> AT_ONCE = CompletableFuture.completedFuture("at once");

    enum Kind {
        DONE, RETRY, NEVER
    }

    public static Outcome done() {
        return doneAfter(0);
    }

    public static Outcome doneAfter(long millis) {
        return new Outcome(Duration.ofMillis(millis), Kind.DONE, Duration.ZERO, AT_ONCE);
    }

    /** Done as soon as the test says so. */
    public static Outcome doneOnce(CompletionStage<?> released) {
        return new Outcome(Duration.ZERO, Kind.DONE, Duration.ZERO, released);
    }

    public static Outcome retryAfter(Duration delay) {
        return failedAfter(0, delay);
    }

    /** A failure that takes its time. */
    public static Outcome failedAfter(long millis, Duration delay) {
        return new Outcome(Duration.ofMillis(millis), Kind.RETRY, delay, AT_ONCE);
    }

    public static Outcome never() {
        return new Outcome(Duration.ZERO, Kind.NEVER, Duration.ZERO, AT_ONCE);
    }
}
