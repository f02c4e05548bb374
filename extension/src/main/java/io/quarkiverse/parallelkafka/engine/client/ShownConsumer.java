package io.quarkiverse.parallelkafka.engine.client;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A Kafka consumer of bytes that is shown to others when it is created, and again when it is closed. Quarkus's metrics
 * (its {@code KafkaEventObserver}) have a thread for each consumer that they hear of, and end it when they hear of the same
 * one for the second time.
 *
 * <p>
 * Thread safety: as {@link KafkaConsumer}.
 */
public class ShownConsumer extends KafkaConsumer<byte[], byte[]> {

    private final Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> viewer;
    private final AtomicBoolean shown = new AtomicBoolean();

    /**
     * @param properties the consumer's
     * @param viewer called on the thread that shows or closes the consumer
     */
    public ShownConsumer(Map<String, Object> properties,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> viewer) {
        super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.viewer = viewer;
    }

    /**
     * Shows it; to be called once, before anything else is done with it.
     *
     * @throws RuntimeException if the viewer does; then it does not see the consumer again
     */
    public final void show() {
        viewer.accept(this);
        shown.set(true);
    }

    @Override
    public final void close() {
        try {
            super.close();
        } finally {
            showClosed();
        }
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // whoever closes it so closes it
    public final void close(Duration timeout) {
        try {
            super.close(timeout);
        } finally {
            showClosed();
        }
    }

    @Override
    public final void close(CloseOptions options) {
        try {
            super.close(options);
        } finally {
            showClosed();
        }
    }

    private void showClosed() {
        if (!shown.getAndSet(false)) {
            return;
        }
        try {
            viewer.accept(this);
        } catch (RuntimeException | LinkageError e) {
            // It is closed. The application, of which the viewer is a part, may be so too.
            log.debugf(e, "An observer of a Kafka consumer failed when that was closed");
        }
    }
}
