package io.quarkiverse.parallelkafka.config;

import java.util.List;
import java.util.regex.Pattern;

/** Which topics a channel reads. */
public sealed interface Subscription {

    /**
     * The topics of these names.
     *
     * @param names at least one
     */
    record Topics(List<String> names) implements Subscription {
        public Topics {
            names = List.copyOf(names);
        }
    }

    /**
     * Every topic whose whole name matches, those included that are created later.
     *
     * @param pattern a regular expression
     */
    record Matching(Pattern pattern) implements Subscription {
    }
}
