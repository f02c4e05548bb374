package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;

/** A wrong value of a running channel stops the start, before any client is made. */
class StartRefusalTest {

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumer.class))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.refused.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.refused.max-concurrency", "ten")
            .assertException(failure -> assertThat(failure)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessage("Channel 'refused': 'mp.messaging.incoming.refused.max-concurrency' is 'ten', "
                            + "allowed: a whole number from 1 to 10000"));

    @Test
    void wrongValue_stopsTheStart() {
        fail("the application has started");
    }

    @ApplicationScoped
    static class Consumer {

        @Incoming("refused")
        void consume(String payload) {
        }
    }
}
