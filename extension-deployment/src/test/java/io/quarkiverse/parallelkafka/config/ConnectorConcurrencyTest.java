package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.inject.Inject;

import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;

/** What is set for all channels of the connector. */
class ConnectorConcurrencyTest {

    @RegisterExtension
    static final QuarkusUnitTest app = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("mp.messaging.incoming.users.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.users.enabled", "false")
            .overrideConfigKey("mp.messaging.connector.parallel-kafka.max-concurrency", "5")
            .overrideConfigKey("mp.messaging.connector.parallel-kafka.concurrency", "4");

    @Inject
    ChannelSettingsReader reader;
    @Inject
    Config config;

    @Test
    void maxConcurrencyOfTheConnector_isThatOfItsChannels() {
        assertThat(config.getValue("mp.messaging.incoming.users.concurrency", int.class)).isEqualTo(5);
    }

    @Test
    void concurrencyOfTheConnector_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> reader.read("users"))
                .withMessage("Channel 'users': 'mp.messaging.connector.parallel-kafka.concurrency' is '4', allowed: "
                        + "nothing, the connector sets it; use max-concurrency");
    }
}
