package io.quarkiverse.parallelkafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;

/** A channel that names no connector, in an application with this extension. */
class ImplicitChannelTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Words.class, TestBroker.class))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers())
            .overrideConfigKey("mp.messaging.incoming.implicit-words.auto.offset.reset", "earliest")
            .overrideConfigKey("mp.messaging.incoming.implicit-words.group.id", "implicit-words");

    @ConfigProperty(name = "mp.messaging.incoming.implicit-words.connector")
    String connector;

    @Inject
    Words words;

    @Test
    void channelWithoutConnector_readsThroughSmallRyeKafka() {
        assertThat(connector).isEqualTo("smallrye-kafka");
        TestBroker.send("implicit-words", "key", "hello");
        await().atMost(SOON).untilAsserted(() -> assertThat(words.seen()).containsExactly("hello"));
    }

    @ApplicationScoped
    static class Words {

        private final List<String> seen = new CopyOnWriteArrayList<>();

        List<String> seen() {
            return seen;
        }

        @Incoming("implicit-words")
        void read(String word) {
            seen.add(word);
        }
    }
}
