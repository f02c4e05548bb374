package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** An application that says where its servers are gets no others. */
class DevServicesOffTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("kafka.bootstrap.servers", "kafka.invalid:9092")
            .overrideConfigKey("quarkus.redis.hosts", "redis://redis.invalid:6379")
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.INFO.intValue())
            .assertLogRecords(entries -> assertThat(entries)
                    .noneMatch(entry -> String.valueOf(entry.getMessage()).contains("Dev Services started")));

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String kafka;

    @ConfigProperty(name = "quarkus.redis.hosts")
    String redis;

    @Test
    void configuredAddresses_areLeftAlone() {
        assertThat(kafka).isEqualTo("kafka.invalid:9092");
        assertThat(redis).isEqualTo("redis://redis.invalid:6379");
    }
}
