package io.quarkiverse.parallelkafka.engine.confluent;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Stands for a record that has no key, under a key that no other record has.
 *
 * <p>
 * The library keeps all records without a key in one order. They asked for none, so each gets a key of its own: the
 * record's offset, which is unique in its partition, after 16 random bytes, which no producer can know.
 */
final class KeylessRecord extends ConsumerRecord<byte[], byte[]> {

    private static final UUID UNGUESSABLE = UUID.randomUUID();

    private final ConsumerRecord<byte[], byte[]> raw;

    private KeylessRecord(ConsumerRecord<byte[], byte[]> raw) {
        super(raw.topic(), raw.partition(), raw.offset(), key(raw.offset()), raw.value());
        this.raw = raw;
    }

    private static byte[] key(long offset) {
        return ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(UNGUESSABLE.getMostSignificantBits())
                .putLong(UNGUESSABLE.getLeastSignificantBits())
                .putLong(offset)
                .array();
    }

    /** The same records, with those that have no key under a key of their own. */
    static ConsumerRecords<byte[], byte[]> apart(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> apart = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> fetched = records.records(partition);
            List<ConsumerRecord<byte[], byte[]>> keyed = new ArrayList<>(fetched.size());
            for (ConsumerRecord<byte[], byte[]> record : fetched) {
                keyed.add(record.key() == null ? new KeylessRecord(record) : record);
            }
            apart.put(partition, keyed);
        }
        return new ConsumerRecords<>(apart, records.nextOffsets());
    }

    /** The record as it was fetched. */
    static ConsumerRecord<byte[], byte[]> raw(ConsumerRecord<byte[], byte[]> record) {
        return record instanceof KeylessRecord keyless ? keyless.raw : record;
    }
}
