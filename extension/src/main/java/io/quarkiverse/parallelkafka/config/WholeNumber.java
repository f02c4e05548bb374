package io.quarkiverse.parallelkafka.config;

import java.util.OptionalInt;

/**
 * An attribute that is a whole number from 1.
 *
 * @param attribute the attribute's name
 * @param unset the number where it is not set
 * @param most the highest that is allowed
 */
record WholeNumber(String attribute, int unset, int most) {

    /** A lane costs a few kilobytes, so the upper end guards against a slip only. */
    static final WholeNumber MAX_CONCURRENCY = new WholeNumber("max-concurrency", 16, 10_000);
    /** What waits is in memory with its key and value: the upper end guards against a slip only. */
    static final WholeNumber MAX_WAITING = new WholeNumber("max-waiting", 2_000, 1_000_000);

    /** @return the number, or empty where the text is not an allowed one */
    OptionalInt parse(String text) {
        try {
            int number = Integer.parseInt(text.trim());
            return number >= 1 && number <= most ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** @throws io.quarkus.runtime.configuration.ConfigurationException if the value is not an allowed one */
    int of(Attributes attributes) {
        return attributes.find(attribute)
                .map(value -> parse(value).orElseThrow(
                        () -> attributes.refuse(attribute, value, "a whole number from 1 to " + most)))
                .orElse(unset);
    }
}
