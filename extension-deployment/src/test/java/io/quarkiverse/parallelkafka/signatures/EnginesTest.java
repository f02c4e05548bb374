package io.quarkiverse.parallelkafka.signatures;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.parallelkafka.config.EngineChoice;
import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** The same channel on each engine that can be chosen, side by side in one application. */
class EnginesTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String FAILS_ONCE = "fails-once:0";

    @RegisterExtension
    static final QuarkusUnitTest app = configured(new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumers.class, Works.class, Work.class, Work.Result.class,
                    SignatureMatrix.class, TestBroker.class)));

    @Inject
    Works works;
    @Inject
    MeterRegistry registry;

    private static QuarkusUnitTest configured(QuarkusUnitTest test) {
        test.overrideConfigKey("quarkus.redis.devservices.enabled", "false");
        test.overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers());
        Stream.of(EngineChoice.values()).forEach(engine -> {
            String prefix = "mp.messaging.incoming.on-" + engine.text() + ".";
            test.overrideConfigKey(prefix + "connector", "parallel-kafka");
            test.overrideConfigKey(prefix + "engine", engine.text());
            test.overrideConfigKey(prefix + "group.id", "on-" + engine.text());
            test.overrideConfigKey(prefix + "auto.offset.reset", "earliest");
        });
        return test;
    }

    static Stream<String> channels() {
        return Stream.of(EngineChoice.values()).map(engine -> "on-" + engine.text());
    }

    @ParameterizedTest
    @MethodSource("channels")
    void distinctKeys_reachEveryLaneAndNeverMore(String channel) {
        SignatureMatrix.distinctKeys_reachEveryLaneAndNeverMore(works.of(channel), channel, SignatureMatrix.LANES);
    }

    @ParameterizedTest
    @MethodSource("channels")
    void twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(String channel) {
        SignatureMatrix.twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(works.of(channel), channel);
    }

    @ParameterizedTest
    @MethodSource("channels")
    void failedRecord_runsAgain_andTheChannelStaysReady(String channel) {
        await().atMost(SOON).until(() -> get("/q/health/ready").path("status"), "UP"::equals);
        double failedBefore = counter("failed", channel);
        double processedBefore = counter("processed", channel);
        TestBroker.send(channel, "fails-once", FAILS_ONCE);

        await().atMost(SOON).until(() -> counter("processed", channel) == processedBefore + 1);
        assertThat(counter("failed", channel)).isEqualTo(failedBefore + 1);
        assertThat(get("/q/health/ready").asString()).contains("reads " + channel + "-0");
    }

    private double counter(String name, String channel) {
        return registry.get("parallel.kafka." + name).tag("channel", channel).counter().count();
    }

    @ApplicationScoped
    static class Consumers {

        @Inject
        Works works;

        private final Set<String> failed = ConcurrentHashMap.newKeySet();

        @Incoming("on-built-in")
        Uni<Void> onBuiltIn(String payload) {
            return work("on-built-in", payload);
        }

        @Incoming("on-confluent")
        Uni<Void> onConfluent(String payload) {
            return work("on-confluent", payload);
        }

        private Uni<Void> work(String channel, String payload) {
            if (payload.equals(FAILS_ONCE)) {
                return failed.add(channel)
                        ? Uni.createFrom().failure(new IllegalStateException("on purpose"))
                        : Uni.createFrom().voidItem();
            }
            Work work = works.of(channel);
            work.begin(payload);
            return Uni.createFrom().item(payload).onItem().delayIt().by(SignatureMatrix.WORK)
                    .invoke(work::end).replaceWithVoid();
        }
    }
}
