package io.quarkiverse.parallelkafka.failure;

/** Decides what becomes of a record whose attempt failed. May be called on any thread; must not block. */
@FunctionalInterface
public interface FailureStrategy {

    /**
     * @param attempt the attempt that failed
     * @return what to do with its record
     */
    FailureDecision decide(FailedAttempt attempt);
}
