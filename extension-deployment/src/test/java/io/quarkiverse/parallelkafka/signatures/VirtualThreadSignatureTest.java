package io.quarkiverse.parallelkafka.signatures;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.RunOnVirtualThread;

/** The matrix' row for virtual threads, which Java has from 21 on. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadSignatureTest {

    private static final String CHANNEL = "matrix-virtual";

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumer.class, Works.class, Work.class, Work.Result.class,
                    SignatureMatrix.class, TestBroker.class))
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers())
            .overrideConfigKey("mp.messaging.incoming.matrix-virtual.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.matrix-virtual.group.id", CHANNEL)
            .overrideConfigKey("mp.messaging.incoming.matrix-virtual.auto.offset.reset", "earliest");

    @Inject
    Works works;

    @Test
    void distinctKeys_reachEveryLaneAndNeverMore() {
        SignatureMatrix.distinctKeys_reachEveryLaneAndNeverMore(works.of(CHANNEL), CHANNEL, SignatureMatrix.LANES);
    }

    @Test
    void twoKeys_runInOrderAndNeverMoreThanTwoAtOnce() {
        SignatureMatrix.twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(works.of(CHANNEL), CHANNEL);
    }

    @ApplicationScoped
    static class Consumer {

        @Inject
        Works works;

        @Incoming(CHANNEL)
        @RunOnVirtualThread
        void consume(String payload) throws InterruptedException {
            Work work = works.of(CHANNEL);
            work.begin(payload);
            Thread.sleep(SignatureMatrix.WORK.toMillis());
            work.end(payload);
        }
    }
}
