package io.quarkiverse.parallelkafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.Flow;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Multi;
import io.smallrye.reactive.messaging.connector.InboundConnector;

/** Beside a third connector, Quarkus would not have attached a channel without the extension either. */
class ImplicitChannelThirdConnectorTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Words.class, Third.class))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.configured-words.connector", "third");

    @ConfigProperty(name = "mp.messaging.incoming.ambiguous-words.connector")
    Optional<String> ambiguous;

    @ConfigProperty(name = "mp.messaging.incoming.configured-words.connector")
    String configured;

    @Test
    void channelWithoutConnector_staysDetached() {
        assertThat(ambiguous).isEmpty();
        assertThat(configured).isEqualTo("third");
    }

    @ApplicationScoped
    static class Words {

        @Incoming("ambiguous-words")
        void read(String word) {
            throw new IllegalStateException("nothing sends " + word);
        }

        @Incoming("configured-words")
        void readConfigured(String word) {
            throw new IllegalStateException("nothing sends " + word);
        }
    }

    @ApplicationScoped
    @Connector("third")
    static class Third implements InboundConnector {

        @Override
        public Flow.Publisher<? extends Message<?>> getPublisher(Config config) {
            return Multi.createFrom().nothing();
        }
    }
}
