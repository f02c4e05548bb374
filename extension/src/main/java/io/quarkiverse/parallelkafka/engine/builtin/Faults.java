package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
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

    private final LongSupplier nanoClock;
    private volatile @Nullable Throwable current;
    private Duration nextDelay = FIRST_DELAY;
    private long quietUntilNanos;

    Faults(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    static Remedy remedyFor(Throwable fault) {
        if (fault instanceof RetriableException || fault instanceof TopicAuthorizationException
                || fault instanceof InterruptException || fault instanceof WakeupException) {
            return Remedy.TRY_AGAIN;
        }
        // Whatever else a client throws may pass: a denied group, a damaged batch, an error of the broker's own.
        return fault instanceof KafkaException && !isLasting(fault) ? Remedy.NEW_CONSUMER : Remedy.NONE;
    }

    /** What stays as it is until somebody changes the configuration or the offsets, or ends another process. */
    private static boolean isLasting(Throwable fault) {
        boolean isDenial = fault instanceof AuthenticationException || fault instanceof AuthorizationException;
        return fault instanceof InvalidOffsetException || fault instanceof FencedInstanceIdException
                || fault instanceof UnsupportedVersionException || fault instanceof InvalidGroupIdException
                || fault instanceof ConfigException
                || fault instanceof InvalidConfigurationException && !isDenial;
    }

    /** @return how long to wait before the next try */
    Duration met(Throwable fault) {
        current = fault;
        Duration delay = nextDelay;
        Duration doubled = delay.multipliedBy(2);
        nextDelay = doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
        quietUntilNanos = nanoClock.getAsLong() + delay.multipliedBy(2).toNanos();
        return delay;
    }

    /**
     * All is well, as far as can be seen. A fault that comes again and again, with some work done in between, is the same
     * one still: it has passed when nothing was seen of it for as long as was waited for it.
     */
    void seenNone() {
        if (current != null && nanoClock.getAsLong() - quietUntilNanos >= 0) {
            over();
        }
    }

    /** What was wrong is known to be mended. */
    void over() {
        current = null;
        nextDelay = FIRST_DELAY;
    }

    @Nullable
    Throwable current() {
        return current;
    }
}
