package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.Delivery;

/** Every record was successful once or more often, whatever engines came and went. */
public final class AtLeastOnce implements Guarantee {

    private final int expected;
    private final Map<TopicPartition, Set<Long>> done = new ConcurrentHashMap<>();

    /** @param expected how many records there are, over all partitions; offsets have no gaps */
    public AtLeastOnce(int expected) {
        this.expected = expected;
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        if (success) {
            done(delivery.raw().topic(), delivery.raw().partition(), delivery.raw().offset());
        }
    }

    /** A record that was successful elsewhere. */
    public void done(String topic, int partition, long offset) {
        done.computeIfAbsent(new TopicPartition(topic, partition), absent -> new ConcurrentSkipListSet<>()).add(offset);
    }

    /** Whether a record was successful so far. */
    public boolean isDone(TopicPartition partition, long offset) {
        return done.getOrDefault(partition, Set.of()).contains(offset);
    }

    /** How many different records were successful so far. */
    public int count() {
        return done.values().stream().mapToInt(Set::size).sum();
    }

    /** How many different records of a partition were successful so far, whatever the topic. */
    public int count(int partition) {
        return offsets(partition).size();
    }

    /** Which records of a partition were successful so far, whatever the topic. */
    public Set<Long> offsets(int partition) {
        return done.entrySet().stream().filter(entry -> entry.getKey().partition() == partition)
                .flatMap(entry -> entry.getValue().stream()).collect(Collectors.toSet());
    }

    @Override
    public void check() {
        assertThat(count()).as(() -> "different records done; missing: " + missing()).isEqualTo(expected);
    }

    private Map<String, Long> missing() {
        Map<String, Long> first = new TreeMap<>();
        done.forEach((partition, offsets) -> {
            long next = 0;
            while (offsets.contains(next)) {
                next++;
            }
            first.put(partition + ", first gap", next);
        });
        return first;
    }
}
