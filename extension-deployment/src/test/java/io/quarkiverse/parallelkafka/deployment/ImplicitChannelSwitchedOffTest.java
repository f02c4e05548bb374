package io.quarkiverse.parallelkafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Where Quarkus is told not to attach channels, neither does the extension. */
class ImplicitChannelSwitchedOffTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Words.class))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.messaging.auto-connector-attachment", "false");

    @ConfigProperty(name = "mp.messaging.incoming.detached-words.connector")
    Optional<String> connector;

    @Test
    void channelWithoutConnector_staysDetached() {
        assertThat(connector).isEmpty();
    }

    @ApplicationScoped
    static class Words {

        @Incoming("detached-words")
        void read(String word) {
            throw new IllegalStateException("nothing sends " + word);
        }
    }
}
