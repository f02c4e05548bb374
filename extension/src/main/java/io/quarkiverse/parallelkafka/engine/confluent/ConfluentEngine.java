package io.quarkiverse.parallelkafka.engine.confluent;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.Lifecycle;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * An engine on Confluent's Parallel Consumer.
 *
 * <p>
 * It commits every 500 ms or more often, however long the channel's commit interval is. When the library fails it is not
 * started again: the engine has {@link State#FAILED failed} then, and its records are left to the group's other members.
 *
 * @param <K> the type of the records' keys
 * @param <V> the type of the records' values
 */
public final class ConfluentEngine<K, V> implements ParallelEngine<K, V> {

    private final ChannelSettings settings;
    private final RecordDecoder<K, V> decoder;
    private final Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerViewer;
    private final Handover<K, V> handover;
    private final Lifecycle lifecycle;
    private volatile @Nullable Running running;

    /** What there is from the start on. */
    private record Running(ChannelProcessor processor, ControlThread control) {
    }

    /**
     * @param settings the channel's; the Kafka consumer gets their consumer properties, but for the deserializers and
     *        {@code enable.auto.commit}
     * @param decoder used on one thread; closed with the engine
     * @param consumerViewer sees the Kafka consumer when it is created, in {@link #start()}, and again when it is closed
     */
    public ConfluentEngine(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerViewer) {
        this.settings = settings;
        this.decoder = decoder;
        this.lifecycle = new Lifecycle(settings.channel(), decoder);
        this.consumerViewer = consumerViewer;
        this.handover = new Handover<>(settings.channel());
    }

    /**
     * {@inheritDoc}
     *
     * @throws org.apache.kafka.common.KafkaException if the Kafka consumer can't be created from the channel's properties
     */
    @Override
    public void start() {
        lifecycle.start(() -> running = open(new ByteConsumer(settings, consumerViewer)),
                () -> running.control().start());
    }

    private Running open(ByteConsumer consumer) {
        try {
            consumer.show();
            ControlTasks tasks = new ControlTasks();
            ChannelProcessor processor = new ChannelProcessor(new ChannelModule(settings, consumer, tasks), consumer,
                    tasks);
            handover.open(processor);
            ControlThread control = new ControlThread(settings.channel(), processor, tasks, handover,
                    new Ending(System::nanoTime), lifecycle);
            processor.open(settings.subscription(),
                    work -> handover.offer(ConfluentDelivery.decode(work, decoder, handover)),
                    new Departure(settings, handover));
            return new Running(processor, control);
        } catch (RuntimeException | Error e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
    }

    @Override
    public void request(RecordHandler<K, V> handler) {
        handover.request(handler);
    }

    @Override
    public EngineSnapshot snapshot() {
        return lifecycle.snapshot(state -> {
            ChannelProcessor processor = running.processor();
            int inFlight = handover.inFlight();
            return new EngineSnapshot(state, null, null, processor.poller().connection().isUp(),
                    processor.assignment().hasJoined(), processor.assignment().isRebalancing(),
                    processor.assignment().partitions(), List.of(), inFlight,
                    Math.max(0, processor.workRemaining() - inFlight));
        });
    }

    @Override
    public void stopDispatching() {
        handover.stop();
        if (lifecycle.stop()) {
            running.processor().stopGivingOut();
        }
    }

    /**
     * {@inheritDoc} After the timeout, the last commit and leaving the group take up to ten seconds more; less than one
     * where no broker is connected. Another call while the first is at it waits with it. A call from one of the engine's
     * own threads, that is from a handler, does not wait.
     */
    @Override
    public void close(Duration timeout) {
        lifecycle.closeIfNew();
        stopDispatching();
        Running now = running;
        if (now != null) {
            now.control().close(timeout);
            now.control().awaitEnd();
        }
    }
}
