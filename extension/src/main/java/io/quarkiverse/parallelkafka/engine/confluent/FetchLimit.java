package io.quarkiverse.parallelkafka.engine.confluent;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

import io.confluent.parallelconsumer.state.PartitionState;
import io.confluent.parallelconsumer.state.PartitionStateManager;

/**
 * Pauses a partition while it has enough records that are not done, and no other partition with it.
 *
 * <p>
 * Enough is a share of what keeps all lanes busy many times over, so that keys are mixed well. It is no more than what
 * the metadata of a commit can hold the state of, one bit a record: past that, the library stops a partition until its
 * lowest records are done.
 */
final class FetchLimit {

    private static final int TOTAL = 2_000;
    private static final int TIMES_CONCURRENCY = 10;
    private static final int SMALLEST = 500;
    private static final int LARGEST = 5_000;

    private final int maxConcurrency;
    private final PartitionStateManager<byte[], byte[]> partitions;
    /** Up to where partitions were fetched, while their commits' metadata told of records beyond that. Poll thread. */
    private final Map<TopicPartition, Long> fetchedUpTo = new HashMap<>();

    FetchLimit(int maxConcurrency, PartitionStateManager<byte[], byte[]> partitions) {
        this.maxConcurrency = maxConcurrency;
        this.partitions = partitions;
    }

    /**
     * Partitions were assigned: nothing of them is fetched yet, though their state may know of many records that are not
     * done. To count those would be to wait for them, and never to fetch them. Called on the poll thread.
     */
    void assigned(Collection<TopicPartition> newPartitions) {
        newPartitions.forEach(partition -> fetchedUpTo.put(partition, 0L));
    }

    /** Partitions were taken away. Called on the poll thread. */
    void removed(Collection<TopicPartition> oldPartitions) {
        fetchedUpTo.keySet().removeAll(oldPartitions);
    }

    /** Records were fetched. Called on the poll thread. */
    void fetched(ConsumerRecords<?, ?> records) {
        records.nextOffsets().forEach((partition, next) -> fetchedUpTo.replace(partition, next.offset()));
    }

    /**
     * Pauses and resumes what has to be. Called on the poll thread.
     *
     * @param unregistered how many fetched records are not known to the partitions' state yet
     * @return whether any partition is paused now
     */
    boolean apply(Consumer<?, ?> consumer, int unregistered) {
        Set<TopicPartition> paused = consumer.paused();
        Set<TopicPartition> assigned = consumer.assignment();
        if (assigned.isEmpty()) {
            return false;
        }
        int limit = limit(assigned.size());
        Set<TopicPartition> full = new HashSet<>();
        Set<TopicPartition> free = new HashSet<>();
        for (TopicPartition partition : assigned) {
            int unfinished = unfinished(partition) + unregistered;
            boolean isPaused = paused.contains(partition);
            if (isPaused && unfinished <= limit / 2) {
                free.add(partition);
            } else if (!isPaused && unfinished >= limit) {
                full.add(partition);
            }
        }
        consumer.pause(full);
        consumer.resume(free);
        return paused.size() + full.size() > free.size();
    }

    private int limit(int assigned) {
        int share = Math.max(TOTAL, TIMES_CONCURRENCY * maxConcurrency) / assigned;
        int needed = 2 * maxConcurrency / assigned;
        return Math.max(needed, Math.max(SMALLEST, Math.min(LARGEST, share)));
    }

    private int unfinished(TopicPartition partition) {
        PartitionState<byte[], byte[]> state = partitions.getPartitionState(partition);
        if (state == null) {
            return 0;
        }
        Long next = fetchedUpTo.get(partition);
        if (next == null || next > state.getOffsetHighestSeen()) {
            fetchedUpTo.remove(partition);
            return state.getNumberOfIncompleteOffsets();
        }
        return (int) state.getAllIncompleteOffsets().stream().filter(offset -> offset < next).count();
    }
}
