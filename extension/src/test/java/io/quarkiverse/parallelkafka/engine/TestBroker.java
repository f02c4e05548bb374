package io.quarkiverse.parallelkafka.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/**
 * One real Kafka broker for all tests of a JVM, on a free port: started by the first use, stopped with the JVM. Tests
 * share it, so each uses topics and groups of its own.
 */
public final class TestBroker {

    private static final long TIMEOUT_SECONDS = 30;
    /** Kept, because a level is forgotten with its logger. */
    private static final List<Logger> QUIET = Stream.of("org.apache.kafka", "kafka", "state.change.logger",
            "io.confluent", "pl.tlinkowski").map(Logger::getLogger).toList();
    /** What a broker does slowly by default: rebalances of the new group protocol, and the first transaction. */
    private static final Map<String, String> QUICK = Map.of("group.consumer.heartbeat.interval.ms", "500",
            "group.consumer.min.heartbeat.interval.ms", "500", "transaction.state.log.num.partitions", "1");

    private TestBroker() {
    }

    /** Started when its address is asked for. */
    private static final class Started {
        private static final String ADDRESS = start();
    }

    private static String start() {
        quieten();
        EmbeddedKafkaBroker broker = new EmbeddedKafkaBroker().withKafkaHost("localhost")
                .withAdditionalProperties(properties -> properties.putAll(QUICK)).start();
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "test-broker-stop"));
        String listener = broker.getAdvertisedListeners();
        return listener.substring(listener.indexOf("//") + 2);
    }

    /** Leaves of what Kafka and the engines' libraries log only the errors. */
    static void quieten() {
        QUIET.forEach(logger -> logger.setLevel(Level.SEVERE));
    }

    static String bootstrapServers() {
        return Started.ADDRESS;
    }

    static Admin admin(String bootstrapServers) {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    static void createTopic(String name, int partitions) {
        try (Admin admin = admin(bootstrapServers())) {
            await(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all()::get);
        }
    }

    /** Sends records in their order, and waits until the broker has them all. */
    static void send(String bootstrapServers, List<ProducerRecord<byte[], byte[]>> records) {
        // With more requests under way, a broker that has just created the topic may refuse the first and accept the
        // second, and then never accept the first again.
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers,
                "max.in.flight.requests.per.connection", 1);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings, new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>(records.size());
            records.forEach(sending -> sent.add(producer.send(sending)));
            producer.flush();
            sent.forEach(acknowledged -> await(() -> acknowledged.get(TIMEOUT_SECONDS, TimeUnit.SECONDS)));
        }
    }

    static <T> T await(Callable<T> answer) {
        try {
            return answer.call();
        } catch (Exception e) {
            throw new IllegalStateException("The test broker did not answer as it should", e);
        }
    }
}
