package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.util.List;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/**
 * Takes in what a poll brought: leaves out what was done before, decodes the rest, and adds it to its partitions. What
 * takes too long to decode is added as it is, in its place, and decoded when its turn comes.
 *
 * <p>
 * Called on the poll thread.
 */
final class Intake<K, V> {

    private final String channel;
    private final Decoding<K, V> decoding;
    private final Dispatcher<K, V> dispatcher;
    private final LongSupplier nanoClock;

    Intake(String channel, RecordDecoder<K, V> decoder, Dispatcher<K, V> dispatcher, LongSupplier nanoClock) {
        this.channel = channel;
        this.decoding = new Decoding<>(decoder, dispatcher, nanoClock);
        this.dispatcher = dispatcher;
        this.nanoClock = nanoClock;
    }

    /** Decodes what has to be before it runs, and hands that out. */
    void catchUp() {
        decoding.catchUp();
    }

    /** Whether {@link #catchUp} has something to do. */
    boolean isBehind() {
        return decoding.isBehind();
    }

    void take(ConsumerRecords<byte[], byte[]> polled) {
        long now = nanoClock.getAsLong();
        decoding.goOn(now);
        // Also partitions without records are among these: the position moves over transaction markers too.
        polled.nextOffsets().forEach((partition, next) -> take(partition, polled.records(partition), next, now));
    }

    private void take(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, OffsetAndMetadata next,
            long now) {
        PartitionAssignment<K, V> assignment = dispatcher.with(assignments -> assignments.get(partition));
        if (assignment == null) {
            // To go on would leave the records out: the ledger would take them for a gap.
            throw new IllegalStateException("A poll brought records of " + partition + ", which is not assigned");
        }
        long first = records.isEmpty() ? next.offset() : records.get(0).offset();
        if (assignment.ledger().isRewindTo(first)) {
            assignment = beginAgain(assignment);
        }
        arrive(assignment, pending(assignment, records, now), next);
    }

    /** The log is another one than before: of what was known of its offsets nothing holds. */
    private PartitionAssignment<K, V> beginAgain(PartitionAssignment<K, V> before) {
        dispatcher.end(List.of(before));
        return dispatcher.with(assignments -> assignments.begin(before.partition()));
    }

    private Batch<K, V> pending(PartitionAssignment<K, V> assignment,
            List<ConsumerRecord<byte[], byte[]>> records, long now) {
        Batch<K, V> pending = new Batch<>();
        for (ConsumerRecord<byte[], byte[]> raw : records) {
            if (assignment.ledger().isOtherThanDone(raw)) {
                forgetDoneFrom(assignment, raw);
            }
            if (!assignment.ledger().wasDone(raw.offset())) {
                PendingRecord<K, V> record = new PendingRecord<>(assignment, raw, now);
                decoding.decodeInTime(record);
                pending.add(record);
            }
        }
        return pending;
    }

    private void forgetDoneFrom(PartitionAssignment<K, V> assignment, ConsumerRecord<?, ?> other) {
        log.logBecameShorter(channel, other.topic(), other.partition(), other.offset(), other.offset());
        dispatcher.change(assignments -> assignment.ledger().forgetDoneFrom(other.offset()));
    }

    private void arrive(PartitionAssignment<K, V> assignment, Batch<K, V> batch, OffsetAndMetadata next) {
        dispatcher.change(assignments -> {
            assignments.arrive(assignment, batch);
            assignment.ledger().moveTo(next.offset(), next.leaderEpoch());
        });
    }
}
