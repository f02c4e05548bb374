package io.quarkiverse.parallelkafka.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.quarkiverse.parallelkafka.benchmark.peer.QuietLogging;
import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/** The broker: one KRaft node in a process of its own, with the settings that Kafka has by default. */
final class Broker implements AutoCloseable {

    private static final String PREFIX = "BROKER ";

    private final Jvm process;
    private final String address;

    private Broker(Jvm process) {
        this.process = process;
        this.address = process.await(line -> line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : null);
    }

    static Broker start() {
        return new Broker(Jvm.ofClass(Jvm.BROKER_OPTIONS, Folder.LOGS.resolve("broker.log"), Broker.class));
    }

    String bootstrapServers() {
        return address;
    }

    @Override
    public void close() {
        process.close();
    }

    /** Runs until its standard input ends, as it also does when the process that started it dies. */
    public static void main(String[] args) throws IOException {
        QuietLogging.check();
        Path data = Files.createTempDirectory(Folder.TARGET, "broker-");
        try (EmbeddedKafkaBroker broker = new EmbeddedKafkaBroker().withKafkaHost("localhost")
                .withAdditionalProperties(properties -> {
                    properties.put("log.dir", data.toString());
                    // Nothing waits for more members than those that come.
                    properties.put("group.initial.rebalance.delay.ms", "0");
                    // As often as the built-in engine asks for in a classic group; here the broker decides.
                    properties.put("group.consumer.min.heartbeat.interval.ms", "1000");
                    properties.put("group.consumer.heartbeat.interval.ms", "1000");
                }).start()) {
            String listener = broker.getAdvertisedListeners();
            System.out.println(PREFIX + listener.substring(listener.indexOf("//") + 2));
            while (System.in.read() >= 0) {
                // Nothing to say to it.
            }
        }
        System.exit(0);
    }
}
