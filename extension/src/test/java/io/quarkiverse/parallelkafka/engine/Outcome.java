package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;

/**
 * What becomes of a delivery in a test, and when.
 *
 * @param after how long the lane is busy with it
 * @param kind whether it succeeds, is retried, or stays in flight forever
 * @param delay how long a retry waits
 */
public record Outcome(Duration after, Kind kind, Duration delay) {

    enum Kind {
        DONE, RETRY, NEVER
    }

    public static Outcome done() {
        return doneAfter(0);
    }

    public static Outcome doneAfter(long millis) {
        return new Outcome(Duration.ofMillis(millis), Kind.DONE, Duration.ZERO);
    }

    public static Outcome retryAfter(Duration delay) {
        return new Outcome(Duration.ZERO, Kind.RETRY, delay);
    }

    public static Outcome never() {
        return new Outcome(Duration.ZERO, Kind.NEVER, Duration.ZERO);
    }
}
