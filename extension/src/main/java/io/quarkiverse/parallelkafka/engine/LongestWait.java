package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;

/**
 * How long an engine waits for anything at most: a hundred years. Two times that are some centuries apart could not be
 * told in nanoseconds.
 */
public final class LongestWait {

    private static final Duration LENGTH = Duration.ofDays(36_500);

    private LongestWait() {
    }

    /**
     * @param wanted any duration
     * @return the same, but no longer than an engine waits, and no shorter than no time
     */
    public static Duration orLess(Duration wanted) {
        if (wanted.isNegative()) {
            return Duration.ZERO;
        }
        return wanted.compareTo(LENGTH) < 0 ? wanted : LENGTH;
    }
}
