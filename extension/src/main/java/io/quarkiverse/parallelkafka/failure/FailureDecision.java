package io.quarkiverse.parallelkafka.failure;

import java.time.Duration;

import io.quarkiverse.parallelkafka.engine.Delivery;

/** What becomes of a record whose attempt failed. */
public sealed interface FailureDecision {

    /**
     * Tells the engine.
     *
     * @param delivery the attempt that failed
     * @return whether this was the attempt's first outcome
     */
    boolean applyTo(Delivery<?, ?> delivery);

    /**
     * The record runs again.
     *
     * @param delay how long to wait first, at least
     */
    record RetryAfter(Duration delay) implements FailureDecision {
        @Override
        public boolean applyTo(Delivery<?, ?> delivery) {
            return delivery.retryAfter(delay);
        }
    }
}
