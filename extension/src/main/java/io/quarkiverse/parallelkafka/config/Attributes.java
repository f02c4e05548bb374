package io.quarkiverse.parallelkafka.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.eclipse.microprofile.config.Config;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.reactive.messaging.providers.impl.Configs;

/**
 * The attributes of one channel, from the most to the least particular place: the channel, the connector, and maps of
 * Kafka properties (a bean's, then those named {@code kafka.*}).
 */
final class Attributes {

    private final String channel;
    private final Config root;
    private final Config config;
    private final Map<String, Object> fallbacks;

    /**
     * @param channel the channel's name, without a lane's number
     * @param root the application's whole configuration
     * @param fallbacks Kafka properties that apply where neither the channel nor the connector says otherwise
     */
    Attributes(String channel, Config root, Map<String, Object> fallbacks) {
        this.channel = channel;
        this.root = root;
        this.config = Configs.incoming(root, ParallelKafka.CONNECTOR, channel);
        this.fallbacks = fallbacks;
    }

    String channel() {
        return channel;
    }

    /** @return the channel's configuration as connectors and client customizers know it */
    Config config() {
        return config;
    }

    /** @return the value as it was written, without the white space around it; empty where it is unset or blank */
    Optional<String> find(String name) {
        return config.getOptionalValue(name, String.class)
                .or(() -> Optional.ofNullable(fallbacks.get(name)).map(Object::toString))
                .map(String::trim)
                .filter(value -> !value.isEmpty());
    }

    /** @return the connector's value, whatever the channel has */
    Optional<String> findOfConnector(String name) {
        return root.getOptionalValue(ParallelKafka.CONNECTOR_PREFIX + name, String.class);
    }

    boolean isTrue(String name, boolean unset) {
        return find(name).map(value -> switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refuse(name, value, "true or false");
        }).orElse(unset);
    }

    /**
     * @return every Kafka property of the channel by name: what connectors and channels call it, whatever the source's
     *         own spelling (environment variables have no dots)
     */
    Map<String, Object> all() {
        Map<String, Object> all = new TreeMap<>(fallbacks);
        for (String name : config.getPropertyNames()) {
            String key = isEnvironmentName(name) ? name.toLowerCase(Locale.ROOT).replace('_', '.') : name;
            config.getOptionalValue(key, String.class)
                    .or(() -> config.getOptionalValue(name, String.class))
                    .ifPresent(value -> all.put(key, value));
        }
        return new HashMap<>(all);
    }

    private static boolean isEnvironmentName(String name) {
        return name.contains("_") || name.toUpperCase(Locale.ROOT).equals(name);
    }

    /** @return the error for a value that is not allowed: one line that says where it was set and what may be there */
    ConfigurationException refuse(String name, String value, String allowed) {
        String property = whereSet(name);
        return new ConfigurationException(
                "Channel '%s': '%s' is '%s', allowed: %s".formatted(channel, property, value, allowed),
                Set.of(property));
    }

    /** @return the error for a value that is missing */
    ConfigurationException missing(String name, String what) {
        String property = ofChannel(name);
        return new ConfigurationException(
                "Channel '%s': '%s' is missing, set it to %s".formatted(channel, property, what),
                Set.of(property));
    }

    private String whereSet(String name) {
        String ofConnector = ParallelKafka.CONNECTOR_PREFIX + name;
        if (isSet(ofChannel(name))) {
            return ofChannel(name);
        }
        if (isSet(ofConnector)) {
            return ofConnector;
        }
        return isSet("kafka." + name) ? "kafka." + name : name;
    }

    private boolean isSet(String property) {
        return root.getConfigValue(property).getRawValue() != null;
    }

    private String ofChannel(String name) {
        return ParallelKafka.channelPrefix(channel) + name;
    }
}
