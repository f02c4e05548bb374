package io.quarkiverse.parallelkafka.config;

import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_CONCURRENCY;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Attributes of {@code smallrye-kafka} that this connector does not have. Passing over one would change what a channel
 * does without a word when it is switched over, so each is refused, unless its value asks for what happens anyway.
 *
 * @param name the attribute's
 * @param harmless the value that asks for what happens anyway; null, if none does
 * @param allowed what may be there instead, and what to do
 */
record Unsupported(String name, @Nullable String harmless, String allowed) {

    private static final String UNDECODABLE = "a record that can't be decoded is retried";

    private static final List<Unsupported> ALL = List.of(
            new Unsupported("assign-seek", null, "nothing; use topic, topics or pattern"),
            new Unsupported("batch", "false", "false; batches are not supported yet, take one record a call"),
            new Unsupported("broadcast", "false", "false; give each consumer a channel and a group.id of its own"),
            new Unsupported("commit-strategy", null, "nothing; the engine commits what is done every commit-interval"),
            new Unsupported("consumer-rebalance-listener.name", null,
                    "nothing; rebalance listeners are not supported yet"),
            new Unsupported("dead-letter-queue.topic", null,
                    "nothing; there is no dead-letter queue yet, a failed record is retried until it succeeds"),
            new Unsupported("delayed-retry-topic.topics", null,
                    "nothing; a failed record is retried within the channel"),
            new Unsupported("fail-on-deserialization-failure", "true", "true; " + UNDECODABLE),
            new Unsupported("failure-strategy", null, "nothing; a failed record is retried until it succeeds"),
            new Unsupported("key-deserialization-failure-handler", null, "nothing; " + UNDECODABLE),
            new Unsupported("partitions", "1",
                    "1; " + MAX_CONCURRENCY.attribute() + " says how many records run at once"),
            new Unsupported("throttled.ordered", null, "nothing; use ordering"),
            new Unsupported("value-deserialization-failure-handler", null, "nothing; " + UNDECODABLE));

    /** Refuses the first of them that a channel has. */
    static void check(Attributes attributes) {
        ALL.forEach(unsupported -> attributes.find(unsupported.name)
                .filter(value -> !value.toLowerCase(Locale.ROOT).equals(unsupported.harmless))
                .ifPresent(value -> {
                    throw attributes.refuse(unsupported.name, value, unsupported.allowed);
                }));
    }
}
