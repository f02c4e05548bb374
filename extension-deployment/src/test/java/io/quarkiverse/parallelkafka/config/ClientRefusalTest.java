package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** A client that can't be made stops the start, even under operators: the channel would be dead and silent otherwise. */
class ClientRefusalTest {

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumer.class))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.refused.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.refused.bootstrap.servers", "no-port")
            .assertException(failure -> assertThat(failure).hasStackTraceContaining(
                    "Channel 'refused' can't start: Invalid url in bootstrap.servers: no-port"));

    @Test
    void clientThatCannotBeMade_stopsTheStart() {
        fail("the application has started");
    }

    @ApplicationScoped
    static class Consumer {

        @Incoming("refused")
        @Outgoing("refused-out")
        Uni<String> process(String payload) {
            return Uni.createFrom().item(payload);
        }

        @Incoming("refused-out")
        void consume(String payload) {
        }
    }
}
