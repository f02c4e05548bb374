package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;

/** The client's own commits are refused where they were asked for every Kafka client. */
class KafkaAutoCommitTest {

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.users.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.users.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.users.value.deserializer", "x")
            .overrideConfigKey("kafka.enable.auto.commit", "true");

    @Inject
    ChannelSettingsReader reader;

    @Test
    void autoCommitOfEveryClient_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> reader.read("users"))
                .withMessageStartingWith("Channel 'users': 'kafka.enable.auto.commit' is "
                        + "'true', allowed: false");
    }
}
