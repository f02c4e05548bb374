package io.quarkiverse.parallelkafka.lane;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.RecordHandler;
import io.quarkiverse.parallelkafka.failure.FailedAttempt;
import io.quarkiverse.parallelkafka.failure.FailureDecision;
import io.quarkiverse.parallelkafka.failure.FailureStrategy;
import io.quarkiverse.parallelkafka.failure.RetryForever;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.commit.KafkaCommitHandler;
import io.smallrye.reactive.messaging.kafka.fault.KafkaFailureHandler;

/**
 * One call of the application's method for a record, from its message to its outcome.
 *
 * <p>
 * An ack or nack may come on any thread and more than once; the first one counts. Neither waits for a commit, nor fails: a
 * failed nack would end the lane's stream.
 *
 * @param <K> the type of the record's key
 * @param <V> the type of the record's value
 */
final class Attempt<K, V> implements KafkaCommitHandler, KafkaFailureHandler {

    private static final int NO_CONSUMER_INDEX = -1;
    private static final FailureStrategy FALLBACK = new RetryForever(Duration.ofSeconds(1), Clock.systemUTC());

    /** What carries the record, and may carry the next. */
    interface Carrier<K, V> {

        /** The record is done. Returns who takes the next one, if somebody can at once; then it is not free. */
        @Nullable
        RecordHandler<K, V> next();

        /** Called after the outcome was reported to the engine. */
        void free();
    }

    private final ParallelChannel<K, V> channel;
    private final Delivery<K, V> delivery;
    private final Carrier<K, V> carrier;
    private final AtomicBoolean settled = new AtomicBoolean();
    private final long startNanos = System.nanoTime();

    Attempt(ParallelChannel<K, V> channel, Delivery<K, V> delivery, Carrier<K, V> carrier) {
        this.channel = channel;
        this.delivery = delivery;
        this.carrier = carrier;
    }

    /**
     * Must be called on the lane's context: the message gets a duplicate of the current one.
     *
     * @throws RuntimeException if the record can't be decoded
     */
    Message<V> message() {
        return new IncomingKafkaRecord<>(delivery.record(), channel.name(), NO_CONSUMER_INDEX, this, this,
                channel.settings().cloudEvents());
    }

    /** The record's ack. */
    @Override
    public <A, B> Uni<Void> handle(IncomingKafkaRecord<A, B> message) {
        if (channel.completion() == Completion.ON_ACK) {
            succeed();
        }
        return Uni.createFrom().voidItem();
    }

    /** The record's nack. */
    @Override
    public <A, B> Uni<Void> handle(IncomingKafkaRecord<A, B> message, @Nullable Throwable reason, Metadata metadata) {
        fail(reason != null ? reason : new NullPointerException("The message was nacked without a reason"));
        return Uni.createFrom().voidItem();
    }

    void succeed() {
        if (!settled.compareAndSet(false, true)) {
            return;
        }
        Duration elapsed = elapsed();
        RecordHandler<K, V> next = carrier.next();
        boolean isFirst = next != null ? channel.engine().succeedAndRequest(delivery, next) : delivery.succeed();
        if (next == null) {
            carrier.free();
        }
        // Last: meters are the registry's code, which must not cost the lane.
        if (isFirst) {
            channel.metrics().processed(elapsed);
        }
    }

    void fail(Throwable cause) {
        if (!settled.compareAndSet(false, true)) {
            return;
        }
        Duration elapsed = elapsed();
        boolean isFirst = decide(cause).applyTo(delivery);
        carrier.free();
        if (isFirst) {
            channel.metrics().failed(elapsed);
        }
    }

    /** A strategy that fails itself must not take its record and lane along. */
    private FailureDecision decide(Throwable cause) {
        FailedAttempt attempt = new FailedAttempt(channel.name(), delivery.raw(), delivery.attempt(), cause);
        try {
            return channel.failureStrategy().decide(attempt);
        } catch (Throwable e) {
            if (e != cause) {
                e.addSuppressed(cause);
            }
            return FALLBACK.decide(new FailedAttempt(channel.name(), delivery.raw(), delivery.attempt(), e));
        }
    }

    /** The application won't report an outcome any more: the record is for whoever reads it next. */
    void giveUp() {
        if (settled.compareAndSet(false, true)) {
            delivery.retryAfter(Duration.ZERO);
        }
    }

    boolean isSettled() {
        return settled.get();
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
