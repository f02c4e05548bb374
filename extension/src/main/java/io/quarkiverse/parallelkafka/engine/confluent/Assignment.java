package io.quarkiverse.parallelkafka.engine.confluent;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;

/** The partitions that the library knows to be ours. Changed on the poll thread, read on any. */
final class Assignment {

    private volatile boolean joined;
    private volatile boolean rebalancing;
    private volatile Set<TopicPartition> partitions = Set.of();

    /** Whether there ever was an assignment, were it of nothing. */
    boolean hasJoined() {
        return joined;
    }

    /** Whether partitions were taken, and no others were given yet. */
    boolean isRebalancing() {
        return rebalancing;
    }

    Set<TopicPartition> partitions() {
        return partitions;
    }

    void add(Collection<TopicPartition> given) {
        Set<TopicPartition> now = new HashSet<>(partitions);
        now.addAll(given);
        partitions = Set.copyOf(now);
        joined = true;
        rebalancing = false;
    }

    void remove(Collection<TopicPartition> taken) {
        Set<TopicPartition> now = new HashSet<>(partitions);
        now.removeAll(taken);
        rebalancing = true;
        partitions = Set.copyOf(now);
    }

    /** Those of some partitions that are ours. The library fails on others, as when it was closed while they came. */
    Set<TopicPartition> oursOf(Collection<TopicPartition> some) {
        Set<TopicPartition> both = new HashSet<>(partitions);
        both.retainAll(some);
        return Set.copyOf(both);
    }
}
