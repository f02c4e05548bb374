package io.quarkiverse.parallelkafka.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/**
 * One real Kafka broker for all tests of a JVM: started by the first call, stopped with the JVM. Tests share it, so each
 * uses topics and consumer groups of its own. Topics that do not exist are created on first use, with one partition.
 * <p>
 * A {@code QuarkusUnitTest} that uses it adds it to its archive: Quarkus loads the test's class a second time, from there.
 * <p>
 * Thread safety: any thread may call any method.
 */
public final class TestBroker {

    /** Quarkus loads a test's classes more than once: what they have in common is the JVM, not a static field. */
    private static final String ADDRESS = "parallel-kafka.test-broker.address";
    /** Broker and clients write thousands of lines at INFO. A log manager forgets levels that nobody refers to. */
    private static final List<Logger> QUIET = List.of(Logger.getLogger("kafka"), Logger.getLogger("org.apache.kafka"));
    private static final long TIMEOUT_SECONDS = 30;

    private TestBroker() {
    }

    /** The broker's address, as {@code kafka.bootstrap.servers} wants it. Starts the broker if this is the first call. */
    public static String bootstrapServers() {
        synchronized (System.getProperties()) {
            String address = System.getProperty(ADDRESS);
            if (address == null) {
                address = start();
                System.setProperty(ADDRESS, address);
            }
            return address;
        }
    }

    private static String start() {
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
        EmbeddedKafkaBroker broker = new EmbeddedKafkaBroker().withKafkaHost("localhost").start();
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "test-broker-stop"));
        String listener = broker.getAdvertisedListeners();
        return listener.substring(listener.indexOf("//") + 2);
    }

    /** Creates a topic and returns its name. */
    public static String createTopic(String name, int partitions) {
        try (Admin admin = admin()) {
            await(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().toCompletionStage()
                    .toCompletableFuture());
        }
        return name;
    }

    /** A new admin client, which the caller closes. */
    public static Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    /** Sends one record and waits for the broker to acknowledge it. */
    public static void send(String topic, @Nullable String key, @Nullable String value) {
        send(List.of(record(topic, key, value)));
    }

    /** Sends records in the given order, waits for the broker to acknowledge them all. */
    public static void send(List<ProducerRecord<byte[], byte[]>> records) {
        // One request at a time: on a topic just created, a second one can overtake the first, which then fails for good.
        Map<String, Object> settings = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings, new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>(records.size());
            records.forEach(sendable -> sent.add(producer.send(sendable)));
            producer.flush();
            sent.forEach(TestBroker::await);
        }
    }

    /** A record for {@link #send(List)}: key and value as UTF-8; the partition is the key's. */
    public static ProducerRecord<byte[], byte[]> record(String topic, @Nullable String key, @Nullable String value) {
        return new ProducerRecord<>(topic, bytes(key), bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    private static void await(Future<?> future) {
        try {
            future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The test broker did not answer as it should", e);
        }
    }
}
