package io.quarkiverse.parallelkafka.engine.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.clients.consumer.ConsumerRecord.NO_TIMESTAMP;
import static org.apache.kafka.clients.consumer.ConsumerRecord.NULL_SIZE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * What a broker keeps of one topic and one group: the partitions' records, with gaps wherever a test wants them, and what
 * the group has committed.
 *
 * <p>
 * Thread safety: may be used from any thread.
 */
final class FakeLog {

    /** Told of each commit that the broker takes, before it does. */
    interface CommitListener {
        void committed(TopicPartition partition, OffsetAndMetadata offset);
    }

    private static final class Partition {
        private final NavigableMap<Long, ConsumerRecord<byte[], byte[]>> records = new TreeMap<>();
        private long start;
        private long end;
        private int epoch;
    }

    /** Records from a position on, and where the position is behind them. */
    record Fetched(List<ConsumerRecord<byte[], byte[]>> records, long next) {
    }

    private final String topic;
    private final Map<TopicPartition, Partition> partitions = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private CommitListener listener = (partition, offset) -> {
    };

    FakeLog(String topic) {
        this.topic = topic;
    }

    void onCommit(CommitListener told) {
        listener = told;
    }

    TopicPartition partition(int number) {
        return new TopicPartition(topic, number);
    }

    private Partition of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, absent -> new Partition());
    }

    /** Appends a record. Returns its offset. */
    synchronized long append(int number, @Nullable String key) {
        return append(number, key, Long.toString(of(partition(number)).end).getBytes(UTF_8));
    }

    /** Appends a record of a size: that of its value, and its key's besides. Returns its offset. */
    synchronized long append(int number, @Nullable String key, int size) {
        return append(number, key, new byte[size]);
    }

    private long append(int number, @Nullable String key, byte[] value) {
        Partition partition = of(partition(number));
        long offset = partition.end++;
        byte[] keyBytes = key == null ? null : key.getBytes(UTF_8);
        partition.records.put(offset, new ConsumerRecord<>(topic, number, offset, NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE, NULL_SIZE, NULL_SIZE, keyBytes, value, new RecordHeaders(),
                Optional.of(partition.epoch)));
        return offset;
    }

    /** Appends records with the given keys, one each. */
    void appendAll(int number, String... keys) {
        for (String key : keys) {
            append(number, key);
        }
    }

    /** Appends offsets without records, as the end of a transaction does. */
    synchronized void appendGap(int number, int offsets) {
        of(partition(number)).end += offsets;
    }

    /** Takes one record out of the log. */
    synchronized boolean compact(int number, long offset) {
        return of(partition(number)).records.remove(offset) != null;
    }

    /** The log begins at a later offset. */
    synchronized void deleteBefore(int number, long offset) {
        Partition partition = of(partition(number));
        partition.start = Math.max(partition.start, offset);
        partition.end = Math.max(partition.end, offset);
        partition.records.headMap(offset).clear();
    }

    /** A leader that lacks what comes from an offset on takes over. */
    synchronized void truncate(int number, long offset) {
        Partition partition = of(partition(number));
        partition.records.tailMap(offset).clear();
        partition.end = offset;
        partition.epoch++;
    }

    synchronized int epoch(TopicPartition partition) {
        return of(partition).epoch;
    }

    /** The log is another one, with nothing in it. */
    synchronized void recreate(int number) {
        partitions.remove(partition(number));
    }

    synchronized Fetched fetch(TopicPartition tp, long position, int most) {
        Partition partition = of(tp);
        List<ConsumerRecord<byte[], byte[]>> fetched = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : partition.records.tailMap(position).values()) {
            if (fetched.size() == most) {
                return new Fetched(fetched, fetched.get(most - 1).offset() + 1);
            }
            fetched.add(record);
        }
        return new Fetched(fetched, Math.max(position, partition.end));
    }

    synchronized List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition) {
        return List.copyOf(of(partition).records.values());
    }

    synchronized long start(TopicPartition partition) {
        return of(partition).start;
    }

    synchronized long end(TopicPartition partition) {
        return of(partition).end;
    }

    synchronized @Nullable OffsetAndMetadata committed(TopicPartition partition) {
        return committed.get(partition);
    }

    synchronized @Nullable OffsetAndMetadata committed(int number) {
        return committed.get(partition(number));
    }

    /** Somebody deletes what the group has committed. */
    synchronized void forgetCommitted(int number) {
        committed.remove(partition(number));
    }

    synchronized long committedOffset(int number) {
        OffsetAndMetadata offset = committed.get(partition(number));
        return offset == null ? -1 : offset.offset();
    }

    /** What the group has committed, as far as the engine can read it. */
    synchronized OffsetMap committedMap(int number) {
        OffsetAndMetadata offset = committed.get(partition(number));
        return offset == null
                ? OffsetMap.empty(0)
                : CommitMetadata.decode(offset.offset(), offset.metadata()).orElseThrow();
    }

    synchronized void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach(listener::committed);
        committed.putAll(offsets);
    }
}
