package io.quarkiverse.parallelkafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.Record;

/**
 * Deserializers follow from the method's parameter, for this connector as for {@code smallrye-kafka}. Quarkus does it for
 * any connector, whether it means to or not: the day that it stops, this fails.
 */
class DeserializersTest {

    private static final List<String> CHANNELS = List.of("serde-pojo", "serde-record-of-pojo", "serde-bytes",
            "serde-pair",
            "serde-message", "serde-uni", "serde-stream", "serde-own");

    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = application();

    @Inject
    Config config;

    @Inject
    Orders orders;

    private static QuarkusUnitTest application() {
        QuarkusUnitTest application = new QuarkusUnitTest()
                .withApplicationRoot(jar -> jar.addClasses(Orders.class, Order.class, TestBroker.class))
                .overrideConfigKey("quarkus.devservices.enabled", "false")
                .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers())
                .overrideConfigKey("mp.messaging.connector.parallel-kafka.auto.offset.reset", "earliest")
                .overrideConfigKey("mp.messaging.incoming.serde-own.value.deserializer",
                        ByteArrayDeserializer.class.getName());
        CHANNELS.forEach(channel -> application
                .overrideConfigKey("mp.messaging.incoming." + channel + ".connector", "parallel-kafka")
                .overrideConfigKey("mp.messaging.incoming." + channel + ".group.id", channel));
        return application;
    }

    @Test
    void pojo_isReadFromJson() {
        assertThat(valueDeserializer("serde-pojo")).hasValueSatisfying(
                generated -> assertThat(generated).contains("Order").containsIgnoringCase("deserializer"));
        assertThat(keyDeserializer("serde-pojo")).as("the connector's default: text").isEmpty();

        TestBroker.send("serde-pojo", "key", "{\"id\":7}");
        await().atMost(SOON).untilAsserted(() -> assertThat(orders.seen()).contains("pojo 7"));
    }

    @Test
    void consumerRecord_tellsKeyAndValue() {
        assertThat(keyDeserializer("serde-record-of-pojo")).hasValue(LongDeserializer.class.getName());
        assertThat(valueDeserializer("serde-record-of-pojo")).hasValueSatisfying(
                generated -> assertThat(generated).contains("Order").containsIgnoringCase("deserializer"));

        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(41).array();
        TestBroker.send(List.of(new ProducerRecord<>("serde-record-of-pojo", key, "{\"id\":8}".getBytes())));
        await().atMost(SOON).untilAsserted(() -> assertThat(orders.seen()).contains("record 41 8"));
    }

    @Test
    void typesThatKafkaKnows_getKafkasDeserializers() {
        assertThat(valueDeserializer("serde-bytes")).hasValue(ByteArrayDeserializer.class.getName());
        assertThat(keyDeserializer("serde-pair")).hasValue(IntegerDeserializer.class.getName());
        assertThat(valueDeserializer("serde-pair")).hasValue(StringDeserializer.class.getName());
        assertThat(valueDeserializer("serde-message")).hasValue(LongDeserializer.class.getName());
        assertThat(valueDeserializer("serde-uni")).hasValue(StringDeserializer.class.getName());
        assertThat(valueDeserializer("serde-stream")).hasValue(StringDeserializer.class.getName());
    }

    @Test
    void configuredDeserializer_wins() {
        assertThat(valueDeserializer("serde-own")).hasValue(ByteArrayDeserializer.class.getName());
    }

    private Optional<String> keyDeserializer(String channel) {
        return config.getOptionalValue("mp.messaging.incoming." + channel + ".key.deserializer", String.class);
    }

    private Optional<String> valueDeserializer(String channel) {
        return config.getOptionalValue("mp.messaging.incoming." + channel + ".value.deserializer", String.class);
    }

    /** What JSON becomes. */
    public static class Order {
        public long id;
    }

    @ApplicationScoped
    static class Orders {

        private final List<String> seen = new CopyOnWriteArrayList<>();

        List<String> seen() {
            return seen;
        }

        @Incoming("serde-pojo")
        void pojo(Order order) {
            seen.add("pojo " + order.id);
        }

        @Incoming("serde-record-of-pojo")
        void recordOfPojo(ConsumerRecord<Long, Order> order) {
            seen.add("record " + order.key() + " " + order.value().id);
        }

        @Incoming("serde-bytes")
        void bytes(byte[] order) {
            seen.add("bytes " + order.length);
        }

        @Incoming("serde-pair")
        void pair(Record<Integer, String> order) {
            seen.add("pair " + order.key());
        }

        @Incoming("serde-message")
        CompletionStage<Void> message(Message<Long> order) {
            seen.add("message " + order.getPayload());
            return order.ack();
        }

        @Incoming("serde-uni")
        Uni<Void> uni(String order) {
            seen.add("uni " + order);
            return Uni.createFrom().voidItem();
        }

        @Incoming("serde-stream")
        @Outgoing("serde-in-memory")
        Multi<String> stream(Multi<String> orders) {
            return orders.map(order -> "stream " + order);
        }

        @Incoming("serde-in-memory")
        void last(String order) {
            seen.add(order);
        }

        @Incoming("serde-own")
        void own(byte[] order) {
            seen.add("own " + order.length);
        }
    }
}
