package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.quarkus.smallrye.reactivemessaging.deployment.items.ChannelDirection;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorManagedChannelBuildItem;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

class ConditionsTest {

    private static final ConnectorManagedChannelBuildItem PARALLEL = new ConnectorManagedChannelBuildItem("orders",
            ChannelDirection.INCOMING, "parallel-kafka");
    private static final ConnectorManagedChannelBuildItem OUTGOING = new ConnectorManagedChannelBuildItem("bills",
            ChannelDirection.OUTGOING, "smallrye-kafka");
    private static final ConnectorManagedChannelBuildItem OTHER = new ConnectorManagedChannelBuildItem("mail",
            ChannelDirection.INCOMING, "smallrye-amqp");

    @Test
    void nothingConfigured_nothingSpeaksAgainstEither() {
        Conditions conditions = with(Map.of());
        assertThat(conditions.againstKafka(List.of())).isEmpty();
        assertThat(conditions.againstKafka(List.of(PARALLEL, OUTGOING, OTHER))).isEmpty();
        assertThat(conditions.againstRedis(true)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"kafka.bootstrap.servers, kafka:9092",
            "quarkus.kafka.devservices.enabled, false",
            "quarkus.parallel-kafka.devservices.kafka.enabled, false"})
    void property_speaksAgainstKafka(String property, String value) {
        assertThat(with(Map.of(property, value)).againstKafka(List.of(PARALLEL)))
                .hasValueSatisfying(reason -> assertThat(reason).contains(property));
    }

    @Test
    void emptyAddress_countsAsNone() {
        assertThat(with(Map.of("kafka.bootstrap.servers", "")).againstKafka(List.of(PARALLEL))).isEmpty();
        assertThat(with(Map.of("quarkus.redis.hosts", "")).againstRedis(true)).isEmpty();
    }

    @Test
    void allKafkaChannelsWithServers_speakAgainstKafka() {
        Conditions conditions = with(Map.of(
                "mp.messaging.incoming.orders.bootstrap.servers", "one:9092",
                "mp.messaging.connector.smallrye-kafka.bootstrap.servers", "two:9092"));
        assertThat(conditions.againstKafka(List.of(PARALLEL, OUTGOING, OTHER))).isPresent();
    }

    @Test
    void oneKafkaChannelWithoutServers_wantsKafka() {
        Conditions conditions = with(Map.of("mp.messaging.incoming.orders.bootstrap.servers", "one:9092"));
        assertThat(conditions.againstKafka(List.of(PARALLEL, OUTGOING))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"quarkus.redis.hosts, redis://redis:6379",
            "quarkus.redis.hosts-provider-name, mine",
            "quarkus.redis.devservices.enabled, false",
            "quarkus.parallel-kafka.devservices.redis.enabled, false"})
    void property_speaksAgainstRedis(String property, String value) {
        assertThat(with(Map.of(property, value)).againstRedis(true)).isPresent();
    }

    @Test
    void noRedisClient_speaksAgainstRedis() {
        assertThat(with(Map.of()).againstRedis(false)).isEqualTo(Optional.of("the application has no Redis client"));
    }

    private static Conditions with(Map<String, String> properties) {
        return new Conditions(new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "test", 100)).build());
    }
}
