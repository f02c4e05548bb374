package io.quarkiverse.parallelkafka.article;

/**
 * The work on one message.
 *
 * @param start when the application's method was called, by {@link System#nanoTime()}
 * @param end when what the method returned completed
 */
record Work(String key, int partition, long offset, long start, long end) {
}
