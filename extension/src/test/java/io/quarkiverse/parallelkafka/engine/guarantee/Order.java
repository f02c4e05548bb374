package io.quarkiverse.parallelkafka.engine.guarantee;

import java.nio.ByteBuffer;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.quarkiverse.parallelkafka.Ordering;

/** The orders that a channel's records are in: records with equal orders may not run at the same time. */
record Order(String topic, int partition, Object within) {

    static Order of(ConsumerRecord<byte[], byte[]> raw, Ordering ordering) {
        Object within = switch (ordering) {
            case KEY -> raw.key() == null ? raw.offset() : ByteBuffer.wrap(raw.key());
            case PARTITION -> "all";
            case UNORDERED -> raw.offset();
        };
        return new Order(raw.topic(), raw.partition(), within);
    }
}
