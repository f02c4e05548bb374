package io.quarkiverse.parallelkafka.engine.builtin;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Utils;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.client.ShownConsumer;

/** Creates the Kafka consumers of one channel. They fetch bytes, so that an undecodable record can't fail a poll. */
final class ByteConsumers implements Supplier<org.apache.kafka.clients.consumer.Consumer<byte[], byte[]>> {

    private final Map<String, Object> properties;
    private final Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> viewer;

    /** @param viewer sees each one when it is created, and again when it is closed */
    ByteConsumers(ChannelSettings settings, Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> viewer) {
        this.properties = ConsumerTuning.of(settings.byteConsumerProperties());
        this.viewer = viewer;
    }

    /**
     * @throws UnreachableBrokersException if no broker's name can be resolved, which may pass
     * @throws KafkaException if the properties don't make a consumer
     */
    @Override
    public org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> get() {
        ShownConsumer consumer;
        try {
            consumer = new ShownConsumer(properties, viewer);
        } catch (KafkaException e) {
            String servers = String.valueOf(properties.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG));
            if (Stream.of(servers.split(",")).map(String::trim).allMatch(ByteConsumers::isUnresolvable)) {
                throw new UnreachableBrokersException(servers, e);
            }
            throw e;
        }
        try {
            consumer.show();
        } catch (RuntimeException | Error e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
        return consumer;
    }

    private static boolean isUnresolvable(String address) {
        String host = Utils.getHost(address);
        Integer port = Utils.getPort(address);
        return host != null && port != null && new InetSocketAddress(host, port).isUnresolved();
    }
}
