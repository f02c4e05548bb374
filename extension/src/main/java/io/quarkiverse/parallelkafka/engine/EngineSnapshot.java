package io.quarkiverse.parallelkafka.engine;

import java.util.List;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * What an engine was doing at one moment.
 *
 * @param state where it is in its life
 * @param failure why it has {@link State#FAILED failed}; null in every other state
 * @param fault what keeps it from fetching or committing at present, and what it goes on trying to get over; null when it
 *        is well
 * @param connected whether the consumer has a connection to a broker
 * @param joined whether the consumer has been given an assignment, which may be empty, since it started
 * @param rebalancing whether partitions were taken away, be it all that it had, and the group has not yet said which ones it
 *        has instead; that may have to wait for another member
 * @param assigned the partitions that it has now
 * @param partitions what it was doing with each of them; empty where the engine doesn't know
 * @param inFlight records handed out that have no outcome yet
 * @param waiting records taken off Kafka that are neither in flight nor done, those included that wait for a retry or
 *        behind one
 */
public record EngineSnapshot(State state, @Nullable Throwable failure, @Nullable Throwable fault,
        boolean connected, boolean joined, boolean rebalancing, Set<TopicPartition> assigned,
        List<PartitionSnapshot> partitions,
        int inFlight, long waiting) {

    public EngineSnapshot {
        assigned = Set.copyOf(assigned);
        partitions = List.copyOf(partitions);
    }

    /**
     * @param state where the engine is in its life
     * @param failure why it has failed, if it has
     * @return what an engine is doing that has no consumer: nothing
     */
    public static EngineSnapshot withoutConsumer(State state, @Nullable Throwable failure) {
        return new EngineSnapshot(state, failure, null, false, false, false, Set.of(), List.of(), 0, 0);
    }

    /** @return the partitions of which nothing more is taken off Kafka for this reason; empty where it is not known */
    public List<PartitionSnapshot> pausedFor(PauseReason reason) {
        return partitions.stream().filter(partition -> partition.paused() == reason).toList();
    }

    /** @return whether the engine knows what it does with each partition; the partitions' list may also be empty then */
    public boolean knowsPartitions() {
        return !partitions.isEmpty() || assigned.isEmpty();
    }

    /**
     * @param cause what the engine itself can't know of
     * @return the same, but for the state, which is failed
     */
    public EngineSnapshot failedBy(Throwable cause) {
        return new EngineSnapshot(State.FAILED, cause, fault, connected, joined, rebalancing, assigned, partitions,
                inFlight, waiting);
    }

    /** Where an engine is in its life. */
    public enum State {
        /** Not started. */
        NEW,
        /** Fetching, and handing out records. */
        RUNNING,
        /** Handing out nothing more; waiting for what is in flight. */
        STOPPING,
        /** Ended as it should: no thread is left, and the group was left. */
        CLOSED,
        /** Ended by a fault that it could not recover from. */
        FAILED
    }
}
