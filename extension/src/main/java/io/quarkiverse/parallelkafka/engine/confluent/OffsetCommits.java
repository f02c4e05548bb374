package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.state.WorkManager;

/**
 * Commits of one channel: collected on the control thread, sent on the poll thread.
 *
 * <p>
 * The library collects on the poll thread, reading the offset and then its metadata while the control thread changes
 * both; when a record is done in between, the metadata is written for another offset, and a restart takes records for
 * done that are not. It also takes a commit that was sent for one that succeeded. Here the control thread collects, and a
 * partition counts as committed once the broker said so, and only if no rebalance came between.
 */
final class OffsetCommits {

    /** Collecting walks over each offset since the base; it gets no more than this share of the control thread. */
    private static final long COLLECTING_SHARE = 10;

    private final String channel;
    private final Consumer<?, ?> consumer;
    private final WorkManager<byte[], byte[]> work;
    private final ControlTasks tasks;
    private final AtomicReference<@Nullable Map<TopicPartition, OffsetAndMetadata>> collected = new AtomicReference<>();

    // Control thread
    private boolean always;
    private long notBefore = System.nanoTime();
    // From the collection until the broker answered
    private volatile boolean outstanding;
    // Poll thread
    private int rebalances;
    private boolean failing;

    OffsetCommits(String channel, Consumer<?, ?> consumer, WorkManager<byte[], byte[]> work, ControlTasks tasks) {
        this.channel = channel;
        this.consumer = consumer;
        this.work = work;
        this.tasks = tasks;
    }

    /** Collects what is done since the last commit, unless that is still on its way. Called on the control thread. */
    void collect() {
        long start = System.nanoTime();
        if (!always && (outstanding || start - notBefore < 0)) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = work.collectCommitDataForDirtyPartitions();
        if (!offsets.isEmpty()) {
            outstanding = true;
            collected.set(offsets);
        }
        long end = System.nanoTime();
        notBefore = end + COLLECTING_SHARE * (end - start);
    }

    /** Whether to collect even what is on its way already: at the last chance to. Called on the control thread. */
    void collectAlways(boolean always) {
        this.always = always;
    }

    /** Sends what was collected, if anything. Called on the poll thread. */
    void send() {
        Map<TopicPartition, OffsetAndMetadata> offsets = collected.getAndSet(null);
        if (offsets == null) {
            return;
        }
        int sentAt = rebalances;
        consumer.commitAsync(offsets, (sent, failure) -> {
            if (failure != null) {
                failed(failure);
            } else if (sentAt == rebalances) {
                succeeded(offsets);
            } else {
                outstanding = false;
            }
        });
    }

    /** Sends what was collected, if anything, and waits for the broker's answer. Called on the poll thread. */
    void sendAndWait(Duration timeout) {
        Map<TopicPartition, OffsetAndMetadata> offsets = collected.getAndSet(null);
        if (offsets == null) {
            return;
        }
        try {
            consumer.commitSync(offsets, timeout);
            succeeded(offsets);
        } catch (KafkaException e) {
            failed(e);
        }
    }

    /** Partitions were taken away: what is on its way is no longer ours to count. Called on the poll thread. */
    void rebalanced() {
        rebalances++;
        collected.set(null);
        outstanding = false;
    }

    private void succeeded(Map<TopicPartition, OffsetAndMetadata> offsets) {
        failing = false;
        tasks.post(() -> {
            work.onOffsetCommitSuccess(offsets);
            outstanding = false;
        });
    }

    private void failed(Exception failure) {
        outstanding = false;
        if (!failing) {
            failing = true;
            log.commitFailed(channel, failure);
        }
    }
}
