package io.quarkiverse.parallelkafka.engine.confluent;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The failure that the library is told of: it carries the delay of the next attempt, because the library asks for the
 * delay with nothing but the record and its last failure at hand.
 */
final class RetryDelay extends Exception {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    RetryDelay(Duration delay) {
        super("Retry after " + delay, null, false, false);
        this.delay = delay;
    }

    /** The delay that a failure carries; none, if it is another's. */
    static Duration of(@Nullable Throwable failure) {
        return failure instanceof RetryDelay retry ? retry.delay : Duration.ZERO;
    }
}
