package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * What was done of partitions that went before all of that could be committed: while no broker answers, work goes on
 * through what was fetched, commits fail, and in the end the group takes the partitions away.
 *
 * <p>
 * When such a partition comes back, and the group has still committed what this process committed last, nobody else has
 * worked on it, nor set its offset: then what this process remembers counts, as it is the same and more. What the group has
 * committed may also be a commit that was never answered, as it may have arrived all the same. In every other case what is
 * committed counts, and what is remembered is dropped. It is dropped too once it was used.
 *
 * <p>
 * Lasts as long as the engine, over all of its consumers. Memory goes by what was not done of the partitions that went.
 * Called on the poll thread only.
 */
final class LastKnown {

    /** More than one is rare: the first is the one that was under way when the broker went. */
    private static final int MOST_UNANSWERED = 8;

    /**
     * @param map what was done when the assignment ended; what was in flight then was not
     * @param baseEpoch the leader epoch of the map's base
     * @param lastEpoch the latest leader epoch of what was taken off Kafka
     */
    record Done(OffsetMap map, Optional<Integer> baseEpoch, Optional<Integer> lastEpoch) {
    }

    private static final class Partition {
        private @Nullable OffsetAndMetadata committed;
        private final List<OffsetAndMetadata> unanswered = new ArrayList<>();
        private @Nullable Done done;
    }

    private final Map<TopicPartition, Partition> partitions = new HashMap<>();

    private Partition of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, absent -> new Partition());
    }

    /** An assignment begins. What is remembered of the one before was used, or is not to be used. */
    void begun(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
        Partition begun = new Partition();
        begun.committed = committed;
        partitions.put(partition, begun);
    }

    /** A commit is about to be sent. */
    void sent(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            List<OffsetAndMetadata> unanswered = of(partition).unanswered;
            if (unanswered.stream().noneMatch(before -> isSame(before, offset))) {
                if (unanswered.size() == MOST_UNANSWERED) {
                    unanswered.remove(MOST_UNANSWERED - 1);
                }
                unanswered.add(offset);
            }
        });
    }

    /** The group has taken a commit of an assignment that has not ended. */
    void acknowledged(TopicPartition partition, OffsetAndMetadata offset) {
        Partition of = of(partition);
        of.committed = offset;
        of.unanswered.clear();
    }

    /** @param uncommitted how far those of the partitions were of which the group does not know all */
    void ended(Collection<TopicPartition> ended, List<? extends Progress<?, ?>> uncommitted) {
        uncommitted.forEach(progress -> of(progress.assignment().partition()).done = new Done(progress.map(),
                progress.leaderEpoch(), progress.lastEpoch()));
        ended.stream().filter(partition -> of(partition).done == null).forEach(partitions::remove);
    }

    /** What counts instead of what the group has committed; empty if that counts. */
    Optional<Done> insteadOf(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
        Partition of = partitions.get(partition);
        return of != null && isOurs(of, committed) ? Optional.ofNullable(of.done) : Optional.empty();
    }

    /** Nothing is committed, as when this process began: then it is for this process to know where it began. */
    private static boolean isOurs(Partition of, @Nullable OffsetAndMetadata committed) {
        if (committed == null) {
            return of.committed == null;
        }
        return of.committed != null && isSame(of.committed, committed)
                || of.unanswered.stream().anyMatch(each -> isSame(each, committed));
    }

    private static boolean isSame(OffsetAndMetadata one, OffsetAndMetadata other) {
        return one.offset() == other.offset() && one.metadata().equals(other.metadata());
    }
}
