package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.Lifecycle;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * The engine of this project: one poll thread a channel, which owns the consumer, and a {@link Dispatcher} that the poll
 * thread and the application's threads share.
 *
 * @param <K> the type of the records' keys
 * @param <V> the type of the records' values
 */
public final class BuiltInEngine<K, V> implements ParallelEngine<K, V> {

    /** For the last commit and leaving the group, each of which is bounded too. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final ChannelSettings settings;
    private final Lifecycle lifecycle;
    private final Dispatcher<K, V> dispatcher;
    private final Ending ending;
    private final PollLoop<K, V> loop;
    private final Inspection<K, V> inspection;
    private final Thread thread;

    /**
     * @param settings the channel's; the Kafka consumer gets their consumer properties, but for the deserializers and
     *        {@code enable.auto.commit}
     * @param decoder used on one thread; closed with the engine
     * @param consumerViewer sees each Kafka consumer when it is created, in {@link #start()} or later on the poll thread
     *        where one has to be replaced, and again when it is closed
     */
    public BuiltInEngine(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerViewer) {
        this(settings, decoder, new ByteConsumers(settings, consumerViewer), System::nanoTime);
    }

    BuiltInEngine(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Supplier<org.apache.kafka.clients.consumer.Consumer<byte[], byte[]>> consumers, LongSupplier nanoClock) {
        this.settings = settings;
        this.lifecycle = new Lifecycle(settings.channel(), decoder);
        this.ending = new Ending(nanoClock);
        Backpressure backpressure = new Backpressure(settings.maxWaiting(), settings.maxHeldUp(),
                settings.maxWaitingBytes());
        this.dispatcher = new Dispatcher<>(settings.ordering(), settings.maxConcurrency(), backpressure, nanoClock,
                new DispatchListener());
        Intake<K, V> intake = new Intake<>(settings.channel(), decoder, dispatcher, nanoClock);
        LastKnown lastKnown = new LastKnown();
        MetadataRoom room = new MetadataRoom(settings.channel());
        this.loop = new PollLoop<>(settings.channel(), consumers, consumer -> new Membership<>(settings, consumer,
                dispatcher, backpressure, intake, lastKnown, room, ending, nanoClock), dispatcher, ending, lifecycle,
                nanoClock);
        this.inspection = new Inspection<>(dispatcher, nanoClock);
        this.thread = new Thread(loop, "parallel-kafka-" + settings.channel() + "-poll");
        this.thread.setDaemon(true);
    }

    /**
     * {@inheritDoc}
     *
     * @throws org.apache.kafka.common.KafkaException if a Kafka consumer can't be created from the channel's properties
     */
    @Override
    public void start() {
        lifecycle.start(loop::prepare, thread::start);
    }

    @Override
    public void request(RecordHandler<K, V> handler) {
        dispatcher.request(handler);
    }

    @Override
    public boolean succeedAndRequest(Delivery<K, V> done, RecordHandler<K, V> handler) {
        if (done instanceof RecordAttempt<K, V> attempt && attempt.isOf(dispatcher)) {
            return dispatcher.succeeded(attempt, handler);
        }
        return ParallelEngine.super.succeedAndRequest(done, handler);
    }

    @Override
    public EngineSnapshot snapshot() {
        return lifecycle.snapshot(state -> inspection.of(state, loop));
    }

    @Override
    public void stopDispatching() {
        dispatcher.stop();
        if (lifecycle.stop()) {
            loop.endAnyWait();
        }
    }

    /**
     * {@inheritDoc} After the timeout, the last commit and leaving the group take up to fifteen seconds more; one
     * or two where no broker is connected. Another call while the first is at it waits with it. A call from the poll thread, that
     * is from a handler that was called there, does not wait.
     */
    @Override
    public void close(Duration timeout) {
        lifecycle.closeIfNew();
        stopDispatching();
        ending.within(timeout);
        loop.endAnyWait();
        awaitEnd();
    }

    private void awaitEnd() {
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(Math.max(1, Duration.ofNanos(ending.nanosLeft()).toMillis()) + GRACE.toMillis());
            if (thread.isAlive()) {
                log.pollThreadStillRuns(settings.channel());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class DispatchListener implements Dispatcher.Listener {

        @Override
        public void endPoll() {
            loop.endPoll();
        }

        @Override
        public void handlerThrew(RecordAttempt<?, ?> attempt, Duration delay, Throwable cause) {
            log.attemptFailed(settings.channel(), attempt.attempt(), attempt.raw().topic(), attempt.raw().partition(),
                    attempt.raw().offset(), delay.toMillis(), cause);
        }

        @Override
        public void handlerThrewLate(RecordAttempt<?, ?> attempt, Throwable cause) {
            log.handlerThrewLate(settings.channel(), attempt.raw().topic(), attempt.raw().partition(),
                    attempt.raw().offset(), cause);
        }
    }
}
