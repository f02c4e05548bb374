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

/** No commit says of a record that it is done before it was successful, in whatever engine. */
public final class NothingCommittedPastIncomplete implements Guarantee {

    private final Map<TopicPartition, NavigableSet<Long>> incomplete = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    private NavigableSet<Long> of(TopicPartition partition) {
        return incomplete.computeIfAbsent(partition, absent -> new ConcurrentSkipListSet<>());
    }

    /** A record was sent. */
    public void sent(TopicPartition partition, long offset) {
        of(partition).add(offset);
    }

    /** A record is not in the log any more. */
    public void gone(TopicPartition partition, long offset) {
        of(partition).remove(offset);
    }

    /** The records that were sent, are in the log, and were not successful yet. */
    public NavigableSet<Long> incomplete(TopicPartition partition) {
        return of(partition);
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        if (success) {
            gone(new TopicPartition(delivery.raw().topic(), delivery.raw().partition()), delivery.raw().offset());
        }
    }

    /**
     * A commit was made.
     *
     * @param end the first offset of which it says nothing
     * @param isDone whether it says that an offset is done
     */
    public void committed(TopicPartition partition, long end, LongPredicate isDone) {
        for (long offset : of(partition).headSet(end)) {
            if (isDone.test(offset)) {
                violations.add(partition + ": " + offset + " committed as done, which it is not");
            }
        }
    }

    @Override
    public void check() {
        assertThat(violations).as("records committed too early").isEmpty();
    }
}
