package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * Has the consumer fetch those partitions, and only those, that may take in more; and sees how far their logs go.
 *
 * <p>
 * Called on the poll thread, between polls.
 */
final class PartitionFlow<K, V> {

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Consumer<byte[], byte[]> consumer;
    private final Dispatcher<K, V> dispatcher;
    private final Backpressure backpressure;
    private final LongSupplier nanoClock;
    private long lastLookNanos;

    PartitionFlow(Consumer<byte[], byte[]> consumer, Dispatcher<K, V> dispatcher, Backpressure backpressure,
            LongSupplier nanoClock) {
        this.consumer = consumer;
        this.dispatcher = dispatcher;
        this.backpressure = backpressure;
        this.nanoClock = nanoClock;
        this.lastLookNanos = nanoClock.getAsLong() - BETWEEN_LOOKS_NANOS;
    }

    /** Pauses and resumes. */
    void regulate() {
        Set<TopicPartition> pause = new HashSet<>();
        Set<TopicPartition> resume = new HashSet<>();
        dispatcher.change(assignments -> {
            for (PartitionAssignment<K, V> assignment : assignments.all()) {
                PauseReason before = assignment.intake().paused();
                PauseReason now = backpressure.reasonToPause(assignment);
                assignment.intake().paused(now);
                if (before == null && now != null) {
                    pause.add(assignment.partition());
                } else if (before != null && now == null) {
                    resume.add(assignment.partition());
                }
            }
        });
        if (!pause.isEmpty()) {
            consumer.pause(pause);
        }
        if (!resume.isEmpty()) {
            consumer.resume(resume);
        }
    }

    /**
     * Looks where the logs end, now and then, as far as the consumer knows.
     *
     * @return whether it was time to
     */
    boolean look() {
        long now = nanoClock.getAsLong();
        if (now - lastLookNanos < BETWEEN_LOOKS_NANOS) {
            return false;
        }
        lastLookNanos = now;
        List<PartitionAssignment<K, V>> all = dispatcher.with(assignments -> List.copyOf(assignments.all()));
        for (PartitionAssignment<K, V> assignment : all) {
            OptionalLong lag = consumer.currentLag(assignment.partition());
            if (lag.isPresent() && assignment.ledger().isKnown()) {
                long end = assignment.ledger().position() + lag.getAsLong();
                dispatcher.change(assignments -> assignment.intake().logEnd(end));
            }
        }
        return true;
    }
}
