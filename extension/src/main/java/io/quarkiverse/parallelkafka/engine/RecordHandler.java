package io.quarkiverse.parallelkafka.engine;

/**
 * Takes one record that may run now.
 *
 * @param <K> the type of the record's key
 * @param <V> the type of the record's value
 */
@FunctionalInterface
public interface RecordHandler<K, V> {

    /**
     * A call that throws counts as a failed attempt; the engine repeats it after a second. Where the outcome was reported
     * before, that stands, and the exception is logged.
     *
     * @param delivery the record; its outcome must be reported, sooner or later
     */
    void handle(Delivery<K, V> delivery);
}
