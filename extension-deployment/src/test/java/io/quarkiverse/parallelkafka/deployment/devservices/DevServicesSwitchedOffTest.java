package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** The extension's own switches, for who wants neither servers nor containers. */
@WithoutContainers
class DevServicesSwitchedOffTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.parallel-kafka.devservices.kafka.enabled", "false")
            .overrideConfigKey("quarkus.parallel-kafka.devservices.redis.enabled", "false");

    @ConfigProperty(name = "kafka.bootstrap.servers")
    Optional<String> kafka;

    @ConfigProperty(name = "quarkus.redis.hosts")
    Optional<String> redis;

    @Test
    void switchedOff_nothingIsStarted() {
        assertThat(kafka).isEmpty();
        assertThat(redis).isEmpty();
    }
}
