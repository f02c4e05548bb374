package io.quarkiverse.parallelkafka.observability;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.parallelkafka.engine.client.ShownConsumer;
import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.reactive.messaging.kafka.KafkaCDIEvents;

/** A channel shows under its own name, not under its lanes'. */
class HealthAndMetricsTest {

    private static final String CHANNEL = "observed";
    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumer.class, TestBroker.class))
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers())
            .overrideConfigKey("mp.messaging.incoming.observed.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.observed.max-concurrency", "4")
            .overrideConfigKey("mp.messaging.incoming.observed.auto.offset.reset", "earliest")
            .overrideConfigKey("mp.messaging.incoming.unobserved.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.unobserved.health-enabled", "false");

    @Inject
    MeterRegistry registry;
    @Inject
    Consumer consumer;
    @Inject
    KafkaCDIEvents kafkaEvents;

    @Test
    void health_isOfTheChannel() {
        for (String question : new String[]{"live", "ready", "started"}) {
            await().atMost(SOON).until(() -> get("/q/health/" + question).path("status"), "UP"::equals);
            String answer = get("/q/health/" + question).asString();
            assertThat(answer).contains("\"observed\"").doesNotContain("observed$").doesNotContain("unobserved");
        }
    }

    @Test
    void metrics_areOfTheChannel() {
        await().atMost(SOON).until(() -> get("/q/health/ready").path("status"), "UP"::equals);
        TestBroker.send(CHANNEL, "a", "fails once");
        TestBroker.send(CHANNEL, "b", "blocks");
        TestBroker.send(CHANNEL, "b", "waits");
        await().atMost(SOON).until(() -> gauge("parallel.kafka.in.flight") == 1 && gauge("parallel.kafka.waiting") == 1
                && counter("parallel.kafka.processed") == 1);
        assertThat(counter("parallel.kafka.failed")).isEqualTo(1);

        consumer.open();
        await().atMost(SOON).until(() -> counter("parallel.kafka.processed") == 3);
        await().atMost(SOON)
                .until(() -> gauge("parallel.kafka.in.flight") == 0 && gauge("parallel.kafka.waiting") == 0);
        assertThat(gauge("parallel.kafka.partitions.assigned")).isEqualTo(1);
        assertThat(registry.get("parallel.kafka.processing.time").tag("channel", CHANNEL).timer().count()).isEqualTo(4);
        assertThat(get("/q/metrics").asString()).contains("parallel_kafka_processed_total{channel=\"observed\"")
                .contains("parallel_kafka_partitions_assigned{channel=\"observed\"")
                .contains("parallel_kafka_partitions_paused{channel=\"observed\",reason=\"commit-metadata\"")
                .contains("parallel_kafka_oldest_incomplete_age_seconds{channel=\"observed\"")
                .contains("kafka_consumer_fetch_manager_records_consumed_total");
    }

    /** As if the engine had to replace its consumer: Quarkus's metrics have a thread for each one. */
    @Test
    void consumersThatWereReplaced_areNoLongerMeasured() {
        await().atMost(SOON).until(() -> get("/q/health/ready").path("status"), "UP"::equals);
        long before = measuringThreads();
        assertThat(before).isPositive();
        for (int replaced = 0; replaced < 5; replaced++) {
            ShownConsumer next = new ShownConsumer(
                    Map.of("bootstrap.servers", TestBroker.bootstrapServers(), "client.id", "replaced"),
                    kafkaEvents.consumer()::fire);
            next.show();
            assertThat(measuringThreads()).isGreaterThan(before);
            assertThat(registry.find("kafka.app.info.start.time.ms").tag("client.id", "replaced").meters()).hasSize(1);
            next.close(CloseOptions.timeout(Duration.ZERO));
            await().atMost(SOON).until(() -> measuringThreads() == before);
            assertThat(registry.find("kafka.app.info.start.time.ms").tag("client.id", "replaced").meters()).isEmpty();
        }
    }

    private static long measuringThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("micrometer-kafka-metrics")).count();
    }

    private double gauge(String name) {
        return registry.get(name).tag("channel", CHANNEL).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).tag("channel", CHANNEL).counter().count();
    }

    @ApplicationScoped
    static class Consumer {

        private final CountDownLatch gate = new CountDownLatch(1);
        private volatile boolean failed;

        @Incoming(CHANNEL)
        void consume(String payload) throws InterruptedException {
            if (payload.equals("fails once") && !failed) {
                failed = true;
                throw new IllegalStateException("on purpose");
            }
            if (payload.equals("blocks")) {
                gate.await();
            }
        }

        void open() {
            gate.countDown();
        }

        @Incoming("unobserved")
        void ignore(String payload) {
        }
    }
}
