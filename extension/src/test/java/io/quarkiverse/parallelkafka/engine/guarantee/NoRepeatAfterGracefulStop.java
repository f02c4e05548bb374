package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongPredicate;

import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.Delivery;

/**
 * A record that was successful starts never again; unless its partition was taken away, or its process killed, before
 * that was committed.
 */
public final class NoRepeatAfterGracefulStop implements Guarantee {

    private final Map<TopicPartition, NavigableSet<Long>> done = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    private NavigableSet<Long> of(TopicPartition partition) {
        return done.computeIfAbsent(partition, absent -> new ConcurrentSkipListSet<>());
    }

    private static TopicPartition partition(Delivery<?, ?> delivery) {
        return new TopicPartition(delivery.raw().topic(), delivery.raw().partition());
    }

    @Override
    public void started(Delivery<?, ?> delivery) {
        if (of(partition(delivery)).contains(delivery.raw().offset())) {
            violations.add(partition(delivery) + ": " + delivery.raw().offset() + " started again");
        }
    }

    /** To be told only of attempts that count: not of those whose assignment is over. */
    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        if (success) {
            of(partition(delivery)).add(delivery.raw().offset());
        }
    }

    /** The partition was taken away, or its process was killed: what the last commit knew nothing of may be repeated. */
    public void lost(TopicPartition partition, LongPredicate isCommitted) {
        of(partition).removeIf(offset -> !isCommitted.test(offset));
    }

    /** The partition was let go of, or its process stopped, as it should: all that is done has been committed. */
    public void letGo(TopicPartition partition, long base, LongPredicate isCommitted) {
        for (long offset : of(partition).tailSet(base)) {
            if (!isCommitted.test(offset)) {
                violations.add(partition + ": " + offset + " was done and not committed when the partition went");
            }
        }
    }

    @Override
    public void check() {
        assertThat(violations).as("records repeated, or about to be").isEmpty();
    }
}
