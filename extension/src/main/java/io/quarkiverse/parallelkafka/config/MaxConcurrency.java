package io.quarkiverse.parallelkafka.config;

import java.util.OptionalInt;

/** The range of {@code max-concurrency}. A lane costs a few kilobytes, so the upper end guards against a slip only. */
final class MaxConcurrency {

    static final String ATTRIBUTE = "max-concurrency";
    static final int DEFAULT = 16;
    private static final int MOST = 10_000;
    static final String ALLOWED = "a whole number from 1 to " + MOST;

    private MaxConcurrency() {
    }

    /** @return the number, or empty where the text is not an allowed one */
    static OptionalInt parse(String text) {
        try {
            int number = Integer.parseInt(text.trim());
            return number >= 1 && number <= MOST ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
