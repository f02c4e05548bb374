package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * What keeps the consumer from its work at present, and how long to leave it alone before it is tried again: longer each
 * time, up to a bound that a group member can afford not to poll for.
 *
 * <p>
 * Thread safety: called on the poll thread, but for {@link #current}.
 */
final class Faults {

    /** What helps. */
    enum Remedy {
        /** The same consumer gets over it. */
        TRY_AGAIN,
        /** Some consumers end their membership for good and stay idle, so it takes a new one. */
        NEW_CONSUMER,
        /** Nothing that this process could do. */
        NONE
    }

    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

    private volatile @Nullable Throwable current;
    private Duration nextDelay = FIRST_DELAY;

    static Remedy remedyFor(Throwable fault) {
        if (fault instanceof RetriableException || fault instanceof TopicAuthorizationException
                || fault instanceof InterruptException || fault instanceof WakeupException) {
            return Remedy.TRY_AGAIN;
        }
        if (fault instanceof AuthenticationException || fault instanceof AuthorizationException
                || fault instanceof GroupMaxSizeReachedException
                || fault instanceof InconsistentGroupProtocolException
                || fault instanceof UnreachableBrokersException || fault.getClass() == KafkaException.class) {
            // Of its own class is what a client does not expect: a damaged batch, an answer with an unusual error.
            return Remedy.NEW_CONSUMER;
        }
        return Remedy.NONE;
    }

    /** @return how long to wait before the next try */
    Duration met(Throwable fault) {
        current = fault;
        Duration delay = nextDelay;
        Duration doubled = delay.multipliedBy(2);
        nextDelay = doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
        return delay;
    }

    /** All is well, as far as can be seen. */
    void passed() {
        current = null;
        nextDelay = FIRST_DELAY;
    }

    @Nullable
    Throwable current() {
        return current;
    }
}
