package io.quarkiverse.parallelkafka.config;

import java.util.Locale;
import java.util.Map;

/**
 * Attributes of {@code smallrye-kafka} that this connector does not have. Passing over one would change what a channel
 * does without a word when it is switched over, so each is refused, unless its value asks for what happens anyway.
 */
final class Unsupported {

    private static final Map<String, String> HARMLESS_VALUES = Map.of(
            "batch", "false",
            "broadcast", "false",
            "partitions", "1");

    private static final Map<String, String> REASONS = Map.of(
            "batch", "false; batches are not supported yet, take one record a call",
            "broadcast", "false; give each consumer a channel and a group.id of its own",
            "partitions", "1; " + MaxConcurrency.ATTRIBUTE + " says how many records run at once",
            "failure-strategy", "nothing; a failed record is retried until it succeeds",
            "commit-strategy", "nothing; the engine commits what is done every commit-interval",
            "throttled.ordered", "nothing; use ordering",
            "assign-seek", "nothing; use topic, topics or pattern",
            "key-deserialization-failure-handler", "nothing; a record that can't be decoded is retried",
            "value-deserialization-failure-handler", "nothing; a record that can't be decoded is retried",
            "consumer-rebalance-listener.name", "nothing; rebalance listeners are not supported yet");

    private Unsupported() {
    }

    static void check(Attributes attributes) {
        REASONS.keySet().stream().sorted().forEach(name -> attributes.find(name)
                .filter(value -> !value.toLowerCase(Locale.ROOT).equals(HARMLESS_VALUES.get(name)))
                .ifPresent(value -> {
                    throw attributes.refuse(name, value, REASONS.get(name));
                }));
    }
}
