package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What an engine was doing with one partition that it has, at one moment.
 *
 * @param partition the partition
 * @param paused why nothing more of it is taken off Kafka for now; null while records are taken
 * @param base the lowest offset that is not done: everything below it may be committed
 * @param doneBeyondBase how many offsets above the base are done
 * @param inFlight records handed out that have no outcome yet
 * @param waiting records taken off Kafka that wait for their turn, and neither for a retry nor behind one, as far as a lane
 *        has needed to look at them
 * @param retrying records that wait for their next attempt, or were found behind a record of their order that does
 * @param oldest the record taken off Kafka longest ago that is not done; null if all are
 * @param lag how many offsets lie between the base and the end of the log, as of a second ago; null if that is not known
 */
public record PartitionSnapshot(TopicPartition partition, @Nullable PauseReason paused, long base, long doneBeyondBase,
        int inFlight, int waiting, int retrying, @Nullable Incomplete oldest, @Nullable Long lag) {

    /**
     * A record that was taken off Kafka and is not done.
     *
     * @param offset its offset
     * @param age how long ago it was taken off Kafka
     * @param attempt how many attempts at it have begun so far; 0 while it waits for its first
     */
    public record Incomplete(long offset, Duration age, int attempt) {
    }

    /** Why a partition is paused: nothing more of it is taken off Kafka, until that has passed. */
    public enum PauseReason {
        /** As many of its records wait for their turn as may. */
        WAITING,
        /** As many of its records are held up as may, by a retry or by the record of their key before them. */
        HELD_UP,
        /** It holds its share of the bytes that the channel's records may be, and what is for all partitions is used up. */
        BYTES,
        /** What is done beyond the base fits no more into a commit's metadata: its oldest records have to be done first. */
        COMMIT_METADATA,
        /** The engine stops. */
        STOPPING
    }
}
