package io.quarkiverse.parallelkafka.engine;

import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What an engine was doing at one moment.
 *
 * @param state where it is in its life
 * @param failure why it has {@link State#FAILED failed}; null in every other state
 * @param connected whether the consumer has a connection to a broker
 * @param joined whether the consumer has been given an assignment, which may be empty, since it started
 * @param assigned the partitions that it has now
 * @param inFlight records handed out that have no outcome yet
 * @param waiting records taken off Kafka that are neither in flight nor done
 */
public record EngineSnapshot(State state, @Nullable Throwable failure, boolean connected, boolean joined,
        Set<TopicPartition> assigned, int inFlight, long waiting) {

    public EngineSnapshot {
        assigned = Set.copyOf(assigned);
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
