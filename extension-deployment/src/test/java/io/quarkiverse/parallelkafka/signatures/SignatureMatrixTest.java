package io.quarkiverse.parallelkafka.signatures;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.annotations.Blocking;

/** One partition, sixteen lanes, sixty records of 20 ms. */
class SignatureMatrixTest {

    private static final int POOL = 8;
    private static final Map<String, Integer> IN_FLIGHT = Map.of(
            "matrix-void", SignatureMatrix.LANES,
            "matrix-unordered", SignatureMatrix.LANES,
            "matrix-pool", POOL,
            "matrix-uni", SignatureMatrix.LANES,
            "matrix-stage", SignatureMatrix.LANES,
            "matrix-processor", SignatureMatrix.LANES,
            "matrix-uni-processor", SignatureMatrix.LANES,
            "matrix-stream", SignatureMatrix.LANES);

    @RegisterExtension
    static final QuarkusUnitTest app = configured(new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumers.class, Sinks.class, Works.class, Work.class,
                    Work.Result.class, SignatureMatrix.class, TestBroker.class)));

    @Inject
    Works works;

    private static QuarkusUnitTest configured(QuarkusUnitTest test) {
        test.overrideConfigKey("quarkus.redis.devservices.enabled", "false");
        test.overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers());
        test.overrideConfigKey("smallrye.messaging.worker.matrix-pool.max-concurrency", Integer.toString(POOL));
        IN_FLIGHT.keySet().forEach(channel -> {
            String prefix = "mp.messaging.incoming." + channel + ".";
            test.overrideConfigKey(prefix + "connector", "parallel-kafka");
            test.overrideConfigKey(prefix + "max-concurrency", Integer.toString(SignatureMatrix.LANES));
            test.overrideConfigKey(prefix + "group.id", channel);
            test.overrideConfigKey(prefix + "auto.offset.reset", "earliest");
        });
        return test;
    }

    static Stream<String> channels() {
        return IN_FLIGHT.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("channels")
    void distinctKeys_reachEveryLaneAndNeverMore(String channel) {
        SignatureMatrix.distinctKeys_reachEveryLaneAndNeverMore(works.of(channel), channel,
                IN_FLIGHT.get(channel));
    }

    @ParameterizedTest
    @MethodSource("channels")
    void twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(String channel) {
        SignatureMatrix.twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(works.of(channel), channel);
    }

    @ApplicationScoped
    static class Consumers {

        @Inject
        Works works;

        @Incoming("matrix-void")
        void plain(String payload) throws InterruptedException {
            work("matrix-void", payload);
        }

        @Incoming("matrix-unordered")
        @Blocking(ordered = false)
        void unordered(String payload) throws InterruptedException {
            work("matrix-unordered", payload);
        }

        @Incoming("matrix-pool")
        @Blocking("matrix-pool")
        void pool(String payload) throws InterruptedException {
            work("matrix-pool", payload);
        }

        @Incoming("matrix-uni")
        Uni<Void> uni(String payload) {
            return waiting("matrix-uni", payload).replaceWithVoid();
        }

        @Incoming("matrix-stage")
        CompletionStage<Void> stage(Message<String> message) {
            return waiting("matrix-stage", message.getPayload()).subscribeAsCompletionStage()
                    .thenCompose(done -> message.ack());
        }

        @Incoming("matrix-processor")
        @Outgoing("matrix-processor-out")
        String processor(String payload) throws InterruptedException {
            work("matrix-processor", payload);
            return payload;
        }

        @Incoming("matrix-uni-processor")
        @Outgoing("matrix-uni-processor-out")
        Uni<String> uniProcessor(String payload) {
            return waiting("matrix-uni-processor", payload);
        }

        @Incoming("matrix-stream")
        @Outgoing("matrix-stream-out")
        Multi<String> stream(Multi<String> payloads) {
            return payloads.onItem().transformToUniAndConcatenate(payload -> waiting("matrix-stream", payload));
        }

        private void work(String channel, String payload) throws InterruptedException {
            Work work = works.of(channel);
            work.begin(payload);
            Thread.sleep(SignatureMatrix.WORK.toMillis());
            work.end(payload);
        }

        private Uni<String> waiting(String channel, String payload) {
            Work work = works.of(channel);
            work.begin(payload);
            return Uni.createFrom().item(payload)
                    .onItem().delayIt().by(SignatureMatrix.WORK)
                    .invoke(work::end);
        }
    }

    @ApplicationScoped
    static class Sinks {

        @Incoming("matrix-processor-out")
        void processed(String payload) {
        }

        @Incoming("matrix-uni-processor-out")
        void uniProcessed(String payload) {
        }

        @Incoming("matrix-stream-out")
        void streamed(String payload) {
        }
    }
}
