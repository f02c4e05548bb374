package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.microprofile.config.Config;

import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorManagedChannelBuildItem;

/**
 * Why an embedded Dev Service is not started, judged from the configuration. Whether containers work is asked for last,
 * and elsewhere: finding out takes time.
 */
final class Conditions {

    private static final Set<String> KAFKA_CONNECTORS = Set.of("smallrye-kafka", "parallel-kafka");

    private final Config config;

    Conditions(Config config) {
        this.config = config;
    }

    /** What speaks against a Kafka broker; empty if nothing does. */
    Optional<String> againstKafka(List<ConnectorManagedChannelBuildItem> channels) {
        if (isOff("quarkus.parallel-kafka.devservices.kafka.enabled")) {
            return Optional.of("quarkus.parallel-kafka.devservices.kafka.enabled is false");
        }
        if (isOff("quarkus.kafka.devservices.enabled")) {
            return Optional.of("quarkus.kafka.devservices.enabled is false");
        }
        if (isSet("kafka.bootstrap.servers")) {
            return Optional.of("kafka.bootstrap.servers is configured");
        }
        List<ConnectorManagedChannelBuildItem> kafka = channels.stream()
                .filter(channel -> KAFKA_CONNECTORS.contains(channel.getConnector()))
                .toList();
        if (!kafka.isEmpty() && kafka.stream().allMatch(this::hasServers)) {
            return Optional.of("all Kafka channels have bootstrap.servers");
        }
        return Optional.empty();
    }

    /** What speaks against a redis-server; empty if nothing does. */
    Optional<String> againstRedis(boolean hasRedisClient) {
        if (!hasRedisClient) {
            return Optional.of("the application has no Redis client");
        }
        if (isOff("quarkus.parallel-kafka.devservices.redis.enabled")) {
            return Optional.of("quarkus.parallel-kafka.devservices.redis.enabled is false");
        }
        if (isOff("quarkus.redis.devservices.enabled")) {
            return Optional.of("quarkus.redis.devservices.enabled is false");
        }
        if (isSet("quarkus.redis.hosts") || isSet("quarkus.redis.hosts-provider-name")) {
            return Optional.of("quarkus.redis.hosts or hosts-provider-name is configured");
        }
        return Optional.empty();
    }

    private boolean hasServers(ConnectorManagedChannelBuildItem channel) {
        String direction = channel.isIncoming() ? "incoming" : "outgoing";
        return isSet("mp.messaging." + direction + "." + channel.getName() + ".bootstrap.servers")
                || isSet("mp.messaging.connector." + channel.getConnector() + ".bootstrap.servers");
    }

    private boolean isOff(String property) {
        return !config.getOptionalValue(property, Boolean.class).orElse(true);
    }

    private boolean isSet(String property) {
        String value = config.getConfigValue(property).getValue();
        return value != null && !value.isEmpty();
    }
}
