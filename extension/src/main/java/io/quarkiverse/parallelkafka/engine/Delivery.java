package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One attempt at one record: in flight until it has an outcome. The first outcome counts and any later one is ignored,
 * so that a record is never completed twice. May be used from any thread.
 *
 * @param <K> the type of the record's key
 * @param <V> the type of the record's value
 */
public interface Delivery<K, V> {

    /**
     * @return the record, with its key and value decoded
     * @throws UndecodableRecordException if its bytes could not be decoded
     */
    ConsumerRecord<K, V> record();

    /** @return the record as it was fetched, for its coordinates and original bytes */
    ConsumerRecord<byte[], byte[]> raw();

    /** @return the number of this attempt, from 1 */
    int attempt();

    /**
     * The record is done: its offset may be committed.
     *
     * @return whether this was the first outcome
     */
    boolean succeed();

    /**
     * The attempt failed: the record runs again after a delay. Until then it holds its place in the order that the
     * channel asked for, and nothing else.
     *
     * @param delay how long to wait, at least; within {@link LongestWait}
     * @return whether this was the first outcome
     */
    boolean retryAfter(Duration delay);
}
