package io.quarkiverse.parallelkafka.failure;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * An attempt that failed.
 *
 * @param channel the channel's name
 * @param record the record as it was fetched
 * @param number the number of the attempt, from 1
 * @param cause what the application or a deserializer failed with
 */
public record FailedAttempt(String channel, ConsumerRecord<byte[], byte[]> record, int number, Throwable cause) {
}
