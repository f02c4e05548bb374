package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.TestChannel;

/**
 * What the group commits is never ahead of what was successful, and never goes back, whatever engines come and go. Looked
 * at again and again, from its creation until it is closed. For logs without gaps.
 */
public final class Commits implements Guarantee, AutoCloseable {

    private static final long LOOK_AGAIN_MILLIS = 20;

    private final String group;
    private final Admin admin;
    private final ScheduledExecutorService watch = Executors
            .newSingleThreadScheduledExecutor(task -> new Thread(task, "commits-watch"));
    private final Map<TopicPartition, BitSet> done = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> last = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private volatile int steps;

    public Commits(TestChannel channel) {
        this.group = channel.group();
        this.admin = Admin.create(Map.of("bootstrap.servers", channel.bootstrapServers()));
        watch.scheduleWithFixedDelay(this::look, 0, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().forEach(this::judge);
        } catch (ExecutionException e) {
            violations.add("What is committed can't be read: " + e.getCause());
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** What was successful is known before it is reported, so it is known before it could be committed. */
    private void judge(TopicPartition partition, OffsetAndMetadata committed) {
        long offset = committed.offset();
        Long before = last.put(partition, offset);
        if (before == null || offset != before) {
            steps++;
        }
        if (before != null && offset < before) {
            violations.add(partition + ": went back from " + before + " to " + offset);
        }
        BitSet successful = done.computeIfAbsent(partition, absent -> new BitSet());
        synchronized (successful) {
            if (successful.nextClearBit(0) < offset) {
                violations.add(partition + ": " + offset + " while " + successful.nextClearBit(0) + " was not done");
            }
        }
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        if (success) {
            BitSet successful = done.computeIfAbsent(
                    new TopicPartition(delivery.raw().topic(), delivery.raw().partition()), absent -> new BitSet());
            synchronized (successful) {
                successful.set((int) delivery.raw().offset());
            }
        }
    }

    /** How often something else was committed than before. */
    public int steps() {
        return steps;
    }

    @Override
    public void check() {
        assertThat(violations).as("commits that must not be").isEmpty();
        assertThat(steps).as("commits that were seen").isPositive();
    }

    @Override
    public void close() {
        watch.shutdownNow();
        admin.close();
    }
}
