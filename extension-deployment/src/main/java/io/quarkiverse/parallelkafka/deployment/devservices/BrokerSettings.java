package io.quarkiverse.parallelkafka.deployment.devservices;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.common.security.auth.SecurityProtocol.PLAINTEXT;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.Uuid;

import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;
import kafka.tools.StorageTool;

/** The settings of a broker that serves one developer: a single node, small, quick to start and to rebalance. */
final class BrokerSettings {

    private BrokerSettings() {
    }

    /**
     * Settings of a broker at the given address, whose data folder is formatted and ready for its first start.
     *
     * @param port also the node's id, so that two brokers of one JVM (dev mode and continuous testing) register their
     *        MBeans under different names
     */
    static Properties formatted(String host, int port, Path folder) {
        Properties properties = properties(host, port, folder.resolve("data"));
        format(properties, folder.resolve("broker.properties"));
        return properties;
    }

    static Properties properties(String host, int port, Path data) {
        Endpoint controller = new Endpoint("CONTROLLER", PLAINTEXT, host, Ports.free());
        Endpoint broker = new Endpoint(PLAINTEXT.name, PLAINTEXT, host, port);
        Properties properties = EmbeddedKafkaBroker.createDefaultBrokerConfig(port, controller, broker, List.of());
        properties.put("log.dir", data.toString());
        properties.put("auto.create.topics.enable", "true");
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("offsets.topic.num.partitions", "1");
        properties.put("transaction.state.log.num.partitions", "1");
        properties.put("share.coordinator.state.topic.num.partitions", "1");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        properties.put("metric.reporters", "");
        return properties;
    }

    /** As an operator would do it, by {@code kafka-storage format}, but with what it prints kept from the console. */
    private static void format(Properties properties, Path file) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Writer writer = Files.newBufferedWriter(file, UTF_8);
                PrintStream stream = new PrintStream(printed, true, UTF_8)) {
            properties.store(writer, null);
            int status = StorageTool.execute(new String[]{"format", "--config", file.toString(), "--cluster-id",
                    Uuid.randomUuid().toString()}, stream);
            if (status != 0) {
                throw new IllegalStateException("Kafka's data folder can't be formatted: " + printed.toString(UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The broker's settings can't be written to " + file, e);
        }
    }
}
