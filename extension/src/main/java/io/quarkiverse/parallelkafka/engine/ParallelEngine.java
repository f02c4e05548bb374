package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;

/**
 * Takes the records of one channel off Kafka, decides which may run now, and commits what is done.
 *
 * <p>
 * The engine alone decides order and how many records are in flight: a record that it handed over is in flight until
 * its {@link Delivery} has an outcome, and no more than the channel's {@code max-concurrency} are at any time. Lanes
 * carry; they neither reorder nor buffer.
 *
 * <p>
 * All methods may be called from any thread; only {@link #close} waits.
 *
 * @param <K> the type of the records' keys
 * @param <V> the type of the records' values
 */
public interface ParallelEngine<K, V> {

    /**
     * Joins the consumer group and begins to fetch. Returns at once: a broker that can't be reached shows in the
     * {@link #snapshot() snapshot}.
     *
     * @throws IllegalStateException if it was started before
     */
    void start();

    /**
     * Asks for one record. The handler is called once, now or when a record may run, unless the engine stops first.
     * Handlers are alike: which of those that asked is served first is not promised.
     *
     * @param handler called on the calling thread or on one of the engine's; must not block
     */
    void request(RecordHandler<K, V> handler);

    /**
     * Reports that a record is done and asks for another one in one step, which costs less than two, and lets the calling
     * thread go on with what this record was in the way of.
     *
     * @param done what was done
     * @param handler as of {@link #request}
     * @return whether this was the first outcome; the handler is called for another record in any case
     */
    default boolean succeedAndRequest(Delivery<K, V> done, RecordHandler<K, V> handler) {
        boolean first = done.succeed();
        request(handler);
        return first;
    }

    /** @return what the engine is doing now; cheap enough for a health check or a metrics scrape, not for each record */
    EngineSnapshot snapshot();

    /** From now on no further record is handed out. Records in flight go on; the group membership is kept. */
    void stopDispatching();

    /**
     * Stops dispatching, waits until the records in flight have their outcomes, commits, leaves the group, and ends
     * every thread of the engine. What was not done is left to the next member of the group. A second call does nothing.
     *
     * @param timeout how long to wait for the records in flight; within {@link LongestWait}
     */
    void close(Duration timeout);
}
