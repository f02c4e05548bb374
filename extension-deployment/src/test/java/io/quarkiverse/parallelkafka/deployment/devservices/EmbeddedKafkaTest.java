package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedKafkaTest {

    private static final List<Logger> KAFKA = List.of(Logger.getLogger("kafka"), Logger.getLogger("org.apache.kafka"));

    private final Map<Logger, Optional<Level>> levels = new HashMap<>();
    private final List<EmbeddedKafka> brokers = new ArrayList<>();
    private final Recorder log = new Recorder();

    /** Another test may have quietened Kafka: then a noisy broker would not be noticed. */
    @BeforeEach
    void record() {
        KAFKA.forEach(logger -> {
            levels.put(logger, Optional.ofNullable(logger.getLevel()));
            logger.setLevel(null);
        });
        Logger.getLogger("").addHandler(log);
    }

    @AfterEach
    void stop() {
        brokers.forEach(EmbeddedKafka::close);
        Logger.getLogger("").removeHandler(log);
        levels.forEach((logger, level) -> logger.setLevel(level.orElse(null)));
    }

    @Test
    void startedBroker_hasTheTopicsAskedFor() throws Exception {
        EmbeddedKafka broker = start("topics.port", OptionalInt.empty());
        TopicCreation.create(broker.getConnectionInfo(), Map.of("asked", 3, "also-asked", 1), Duration.ofSeconds(20));
        try (Admin admin = Admin
                .create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.getConnectionInfo()))) {
            Map<String, TopicDescription> topics = admin.describeTopics(List.of("asked", "also-asked")).allTopicNames()
                    .get(20, TimeUnit.SECONDS);
            assertThat(topics.get("asked").partitions()).hasSize(3);
            assertThat(topics.get("also-asked").partitions()).hasSize(1);
        }
    }

    @Test
    void lifeOfABroker_leavesNothingInTheLog() {
        start("quiet.port", OptionalInt.empty()).close();
        assertThat(log.messages).isEmpty();
    }

    @Test
    void closedBroker_leavesNoFolderAndNoListener() {
        EmbeddedKafka broker = start("closed.port", OptionalInt.empty());
        Path folder = broker.folder();
        assertThat(folder).isDirectory();
        broker.close();
        assertThat(folder).doesNotExist();
        assertThat(Ports.isFree(port(broker))).isTrue();
    }

    @Test
    void successor_hasTheAddressOfItsPredecessor() {
        EmbeddedKafka first = start("restarted.port", OptionalInt.empty());
        first.close();
        EmbeddedKafka second = start("restarted.port", OptionalInt.empty());
        assertThat(second.getConnectionInfo()).isEqualTo(first.getConnectionInfo());
    }

    @Test
    void twoBrokersInOneJvm_doNotCollide() {
        EmbeddedKafka dev = start("two.port", OptionalInt.empty());
        EmbeddedKafka test = start("two.port", OptionalInt.empty());
        assertThat(test.getConnectionInfo()).isNotEqualTo(dev.getConnectionInfo());
        assertThat(log.messages).as("such as InstanceAlreadyExistsException of an MBean").isEmpty();
    }

    @Test
    void takenFixedPort_failsAndNamesProperty() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            OptionalInt port = OptionalInt.of(taken.getLocalPort());
            assertThatIllegalStateException().isThrownBy(() -> start("quarkus.kafka.devservices.port", port))
                    .withMessageContaining("quarkus.kafka.devservices.port=" + taken.getLocalPort());
        }
    }

    @Test
    void closedBroker_leavesNoThread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        start("threads.port", OptionalInt.empty()).close();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .filteredOn(name -> name.contains("broker") || name.contains("controller") || name.contains("kafka")
                        || name.contains("raft"))
                .isEmpty());
    }

    private EmbeddedKafka start(String property, OptionalInt port) {
        EmbeddedKafka broker = new EmbeddedKafka(new PortChoice(property, port));
        brokers.add(broker);
        broker.start();
        return broker;
    }

    private static int port(EmbeddedKafka broker) {
        String address = broker.getConnectionInfo();
        return Integer.parseInt(address.substring(address.indexOf(':') + 1));
    }

    /** Keeps what a broker logs, but not what clients of other tests' brokers do. */
    private static final class Recorder extends Handler {

        final List<String> messages = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(LogRecord entry) {
            String message = String.valueOf(entry.getMessage());
            if (!entry.getLoggerName().matches(".*kafka.*|state.change.*") || message.contains("[Producer ")
                    || message.contains("[Consumer ")) {
                return;
            }
            messages.add(entry.getLevel() + " " + entry.getLoggerName() + " " + message);
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
