package io.quarkiverse.parallelkafka.lane;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.util.Locale;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.failure.FailureStrategy;
import io.quarkiverse.parallelkafka.metrics.ChannelMetrics;
import io.vertx.core.impl.ContextInternal;

/**
 * One {@code @Incoming} channel: its lanes, and the one engine that they share.
 *
 * @param <K> the type of the records' keys
 * @param <V> the type of the records' values
 */
public final class ParallelChannel<K, V> {

    private final ChannelSettings settings;
    private final ParallelEngine<K, V> engine;
    private final FailureStrategy failureStrategy;
    private final Completion completion;
    private final ChannelMetrics metrics;
    private final Supplier<ContextInternal> contexts;

    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicInteger openLanes = new AtomicInteger();
    private volatile @Nullable Throwable laneFailure;

    /**
     * @param contexts makes a root event-loop context for each lane
     */
    public ParallelChannel(ChannelSettings settings, ParallelEngine<K, V> engine, FailureStrategy failureStrategy,
            Completion completion, ChannelMetrics.Factory metrics, Supplier<ContextInternal> contexts) {
        this.settings = settings;
        this.engine = engine;
        this.failureStrategy = failureStrategy;
        this.completion = completion;
        this.metrics = metrics.create(settings.channel(), this::snapshot);
        this.contexts = contexts;
    }

    /** @return the channel's name */
    public String name() {
        return settings.channel();
    }

    /** @return what the channel was configured to do */
    public ChannelSettings settings() {
        return settings;
    }

    /** @return a new lane, for one subscriber; the engine starts with the first one's */
    public Flow.Publisher<Message<V>> openLane() {
        openLanes.incrementAndGet();
        return new Lane<>(this, contexts.get());
    }

    /** @return what the engine is doing; failed, too, if a lane was cancelled while it carried a record */
    public EngineSnapshot snapshot() {
        Throwable failure = laneFailure;
        return failure == null ? engine.snapshot() : engine.snapshot().failedBy(failure);
    }

    /** From now on the application gets no further record. */
    public void stopDispatching() {
        engine.stopDispatching();
    }

    /** Waits for the records in flight, within the channel's time for it, commits what is done and ends. */
    public void close() {
        closing.set(true);
        engine.close(settings.shutdownTimeout());
        metrics.close();
        if (started.get()) {
            log.channelStopped(name());
        }
    }

    ParallelEngine<K, V> engine() {
        return engine;
    }

    FailureStrategy failureStrategy() {
        return failureStrategy;
    }

    Completion completion() {
        return completion;
    }

    ChannelMetrics metrics() {
        return metrics;
    }

    void laneSubscribed() {
        if (started.compareAndSet(false, true)) {
            try {
                engine.start();
            } catch (RuntimeException e) {
                throw new IllegalStateException("Channel '" + name() + "' can't start: " + reason(e), e);
            }
            log.channelStarted(name(), settings.subscription().describe(),
                    settings.ordering().name().toLowerCase(Locale.ROOT),
                    settings.maxConcurrency(), settings.group());
        }
    }

    /** Kafka's clients say what was wrong in the innermost cause. */
    private static String reason(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost.getMessage();
    }

    /**
     * The application takes no more from one lane. With a record in flight that is a fault: its outcome will never come,
     * and the offsets could never be committed past it. Without, the application has had enough.
     */
    void laneCancelled(boolean carriedRecord) {
        boolean last = openLanes.decrementAndGet() == 0;
        if (closing.get()) {
            return;
        }
        if (carriedRecord && laneFailure == null) {
            laneFailure = new IllegalStateException("a stream into the application ended while it carried a record");
            log.laneCancelled(name());
        }
        if (last || carriedRecord) {
            engine.stopDispatching();
            stopInBackground();
        }
    }

    /** A member that does nothing would hold its partitions back from the others: leaves the group. */
    private void stopInBackground() {
        if (closing.compareAndSet(false, true)) {
            new Thread(() -> engine.close(settings.shutdownTimeout()), "parallel-kafka-" + name() + "-stop").start();
        }
    }
}
