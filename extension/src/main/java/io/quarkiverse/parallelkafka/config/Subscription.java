package io.quarkiverse.parallelkafka.config;

import java.util.List;
import java.util.regex.Pattern;

/** Which topics a channel reads. */
public sealed interface Subscription {

    /** @return a few words for people */
    String describe();

    /**
     * The topics of these names.
     *
     * @param names at least one
     */
    record Topics(List<String> names) implements Subscription {
        public Topics {
            names = List.copyOf(names);
        }

        @Override
        public String describe() {
            return "topic " + String.join(", ", names);
        }
    }

    /**
     * Every topic whose whole name matches, those included that are created later.
     *
     * @param pattern a regular expression
     */
    record Matching(Pattern pattern) implements Subscription {
        @Override
        public String describe() {
            return "the topics that match " + pattern;
        }
    }
}
