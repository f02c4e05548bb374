package io.quarkiverse.parallelkafka.benchmark.peer;

import java.nio.ByteBuffer;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Puts into a header of each record when the poll that fetched it was about to return, in microseconds since 1970.
 *
 * @param <K> the type of the keys, which does not matter
 * @param <V> the type of the values, which does not matter
 */
public final class PollStamp<K, V> implements ConsumerInterceptor<K, V> {

    private static final String HEADER = "benchmark-polled";

    @Override
    public ConsumerRecords<K, V> onConsume(ConsumerRecords<K, V> records) {
        byte[] now = ByteBuffer.allocate(Long.BYTES).putLong(Latency.nowMicros()).array();
        records.forEach(fetched -> fetched.headers().add(HEADER, now));
        return records;
    }

    static long of(ConsumerRecord<?, ?> work) {
        return ByteBuffer.wrap(work.headers().lastHeader(HEADER).value()).getLong();
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // Of no interest.
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to configure.
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}
