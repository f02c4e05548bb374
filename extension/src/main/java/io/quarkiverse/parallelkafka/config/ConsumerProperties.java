package io.quarkiverse.parallelkafka.config;

import static io.quarkiverse.parallelkafka.config.ByteCount.MAX_WAITING_BYTES;
import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_CONCURRENCY;
import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_WAITING;
import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;
import static org.apache.kafka.clients.consumer.ConsumerConfig.AUTO_OFFSET_RESET_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.CLIENT_ID_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.GROUP_ID_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG;
import static org.apache.kafka.clients.consumer.ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG;

import java.util.Map;
import java.util.Set;

import jakarta.enterprise.inject.Instance;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.reactive.messaging.ClientCustomizer;
import io.smallrye.reactive.messaging.kafka.impl.ConfigurationCleaner;
import io.smallrye.reactive.messaging.providers.helpers.ConfigUtils;

/** What a channel's Kafka consumer and deserializers are configured with. */
final class ConsumerProperties {

    /** Ours alone: the client and the deserializers would warn that they don't know them. */
    private static final Set<String> NOT_FOR_THE_CLIENT = Set.of("engine", "ordering",
            MAX_CONCURRENCY.attribute(), "concurrency", MAX_WAITING.attribute(), MAX_WAITING_BYTES.attribute(),
            "commit-interval", "shutdown-timeout", "kafka-configuration", "type");

    private final Instance<ClientCustomizer<Map<String, Object>>> customizers;

    ConsumerProperties(Instance<ClientCustomizer<Map<String, Object>>> customizers) {
        this.customizers = customizers;
    }

    Map<String, Object> of(Attributes attributes) {
        if (attributes.isTrue(ENABLE_AUTO_COMMIT_CONFIG, false)) {
            throw attributes.refuse(ENABLE_AUTO_COMMIT_CONFIG, "true",
                    "false; the connector commits what is done, the client would commit what was fetched");
        }
        if (attributes.find(VALUE_DESERIALIZER_CLASS_CONFIG).isEmpty()) {
            throw attributes.missing(VALUE_DESERIALIZER_CLASS_CONFIG, "the class that decodes the records' values");
        }
        if (attributes.find(GROUP_ID_CONFIG).isEmpty()) {
            throw attributes.missing(GROUP_ID_CONFIG, "the consumer group, or set quarkus.application.name");
        }

        checkDeserializer(attributes, KEY_DESERIALIZER_CLASS_CONFIG);
        checkDeserializer(attributes, VALUE_DESERIALIZER_CLASS_CONFIG);

        Map<String, Object> properties = attributes.all();
        properties.keySet().removeAll(NOT_FOR_THE_CLIENT);
        ConfigurationCleaner.cleanupConsumerConfiguration(properties);
        warnOfUnknown(attributes.channel(), properties.keySet());
        properties.putIfAbsent(BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        properties.putIfAbsent(KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        properties.putIfAbsent(AUTO_OFFSET_RESET_CONFIG, "latest");
        // The client's own bound of a second is a storm of reconnects where many wait for one broker.
        properties.putIfAbsent(RECONNECT_BACKOFF_MAX_MS_CONFIG, "10000");
        properties.put(ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(CLIENT_ID_CONFIG, clientId(attributes));
        Map<String, Object> customized = ConfigUtils.customize(attributes.config(), customizers, properties);
        checkByTheClient(attributes.channel(), customized);
        return customized;
    }

    /** A property of Kafka has a dot in its name: what has none, and is unknown, is most likely a slip. */
    private static void warnOfUnknown(String channel, Set<String> names) {
        names.stream()
                .filter(name -> !name.contains(".") && !ConsumerConfig.configNames().contains(name))
                .sorted()
                .forEach(name -> log.unknownAttribute(channel, name));
    }

    /** What the client itself knows to be wrong, before there is one: when it is made, other channels run already. */
    private static void checkByTheClient(String channel, Map<String, Object> properties) {
        try {
            ConsumerConfig.configDef().parse(properties);
        } catch (ConfigException e) {
            throw new ConfigurationException("Channel '%s': %s".formatted(channel, e.getMessage()), e);
        }
    }

    private static void checkDeserializer(Attributes attributes, String name) {
        attributes.find(name).ifPresent(className -> {
            try {
                Class<?> type = Class.forName(className, false, Thread.currentThread().getContextClassLoader());
                if (Deserializer.class.isAssignableFrom(type)) {
                    return;
                }
            } catch (ClassNotFoundException e) {
                // The same answer as for a class of another kind.
            }
            throw attributes.refuse(name, className,
                    "the name of a class on the class path that implements " + Deserializer.class.getName());
        });
    }

    private static String clientId(Attributes attributes) {
        String prefix = attributes.find("client-id-prefix").orElse("");
        return attributes.find(CLIENT_ID_CONFIG)
                .map(configured -> prefix + configured)
                .orElseGet(() -> (prefix.isEmpty() ? "kafka-consumer-" : prefix) + attributes.channel());
    }
}
