package io.quarkiverse.parallelkafka.engine.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/** Records and assignments for tests of the small parts. */
final class Records {

    static final TopicPartition PARTITION = new TopicPartition("topic", 0);

    private static final RecordDecoder<String, String> DECODER = new RecordDecoder<>(new StringDeserializer(),
            new StringDeserializer());

    private Records() {
    }

    static PartitionAssignment<String, String> assignment(Ordering ordering) {
        return new PartitionAssignment<>(PARTITION, ordering, new UndecodedRecords<>());
    }

    static PendingRecord<String, String> pending(PartitionAssignment<String, String> assignment, long offset,
            @Nullable String key) {
        byte[] bytes = key == null ? null : key.getBytes(UTF_8);
        PendingRecord<String, String> record = new PendingRecord<>(assignment,
                new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), offset, bytes, new byte[0]), 0);
        record.decode(DECODER);
        return record;
    }

    static Batch<String, String> batch(PendingRecord<String, String> record) {
        Batch<String, String> batch = new Batch<>();
        batch.add(record);
        return batch;
    }

    static PendingRecord<String, String> pending(long offset) {
        return pending(assignment(Ordering.KEY), offset, null);
    }
}
