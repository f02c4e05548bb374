package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.guarantee.CommitsForgetNothing;
import io.quarkiverse.parallelkafka.engine.guarantee.Guarantee;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.quarkiverse.parallelkafka.engine.guarantee.NoRepeatAfterGracefulStop;
import io.quarkiverse.parallelkafka.engine.guarantee.NothingCommittedPastIncomplete;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * Judges what a random run's engines do: some promises hold for good, some for as long as a process lives, and some for
 * one assignment.
 */
final class RandomJudges {

    private final Ordering ordering;
    private final int maxConcurrency;
    private final NothingCommittedPastIncomplete committed = new NothingCommittedPastIncomplete();
    private final CommitsForgetNothing forgotten = new CommitsForgetNothing();
    private final NoRepeatAfterGracefulStop repeated = new NoRepeatAfterGracefulStop();
    private final Map<TopicPartition, OffsetMap> maps = new ConcurrentHashMap<>();
    private final Map<PartitionAssignment<?, ?>, List<Guarantee>> ofAssignments = new ConcurrentHashMap<>();
    private InFlightBound bound;
    private OneAtATime oneAtATime;

    RandomJudges(Ordering ordering, int maxConcurrency) {
        this.ordering = ordering;
        this.maxConcurrency = maxConcurrency;
        newProcess();
    }

    /** What runs in the old one counts for nothing any more. */
    void newProcess() {
        bound = new InFlightBound(maxConcurrency);
        oneAtATime = new OneAtATime(ordering);
        ofAssignments.clear();
    }

    private List<Guarantee> of(PartitionAssignment<?, ?> assignment) {
        return ofAssignments.computeIfAbsent(assignment,
                absent -> List.of(new InOrder(ordering), new OneAtATime(ordering)));
    }

    private static PartitionAssignment<?, ?> assignment(Delivery<?, ?> delivery) {
        return ((RecordAttempt<?, ?>) delivery).pending().assignment();
    }

    /** Whether an order holds over assignments: one that is a record's own does not. */
    private boolean isOrdered(Delivery<?, ?> delivery) {
        return ordering == Ordering.PARTITION || ordering == Ordering.KEY && delivery.raw().key() != null;
    }

    void started(Delivery<?, ?> delivery) {
        bound.started(delivery);
        repeated.started(delivery);
        if (isOrdered(delivery)) {
            oneAtATime.started(delivery);
        }
        of(assignment(delivery)).forEach(guarantee -> guarantee.started(delivery));
    }

    /** @param counts whether its assignment is not over */
    void ended(Delivery<?, ?> delivery, boolean success, boolean counts) {
        of(assignment(delivery)).forEach(guarantee -> guarantee.ended(delivery, success));
        if (isOrdered(delivery)) {
            oneAtATime.ended(delivery, success);
        }
        committed.ended(delivery, success);
        if (counts) {
            repeated.ended(delivery, success);
        }
        bound.ended(delivery, success);
    }

    /** Its assignment ended just then, so that it may or may not count. */
    void endedMeanwhile(Delivery<?, ?> delivery) {
        repeated.lost(new TopicPartition(delivery.raw().topic(), delivery.raw().partition()),
                offset -> offset != delivery.raw().offset());
    }

    void sent(TopicPartition partition, long offset) {
        committed.sent(partition, offset);
    }

    void gone(TopicPartition partition, long offset) {
        committed.gone(partition, offset);
    }

    void committed(TopicPartition partition, OffsetAndMetadata offset) {
        OffsetMap map = CommitMetadata.decode(offset.offset(), offset.metadata()).orElseThrow();
        maps.put(partition, map);
        committed.committed(partition, map.end(), map::isDone);
        forgotten.committed(partition, map.base(), map.end(), map::isDone);
    }

    void lost(TopicPartition partition) {
        repeated.lost(partition, offset -> map(partition).isDone(offset));
    }

    void letGo(TopicPartition partition) {
        repeated.letGo(partition, map(partition).base(), offset -> map(partition).isDone(offset));
    }

    private OffsetMap map(TopicPartition partition) {
        return maps.getOrDefault(partition, OffsetMap.empty(0));
    }

    /** Whether every record that was sent and is there was successful. */
    boolean isAllDone(TopicPartition partition) {
        return committed.incomplete(partition).isEmpty();
    }

    void check() {
        Stream.of(bound, oneAtATime, committed, forgotten, repeated).forEach(Guarantee::check);
        ofAssignments.values().forEach(guarantees -> guarantees.forEach(Guarantee::check));
        ofAssignments.keySet().removeIf(assignment -> assignment.isEnded() && assignment.atHand().inFlight() == 0);
    }

    /** What an assignment counts is what its ledger holds, and it is paused where it says so. */
    static void checkCounts(PartitionAssignment<?, ?> assignment) {
        int running = 0;
        int all = 0;
        long bytes = 0;
        long before = -1;
        for (@Nullable
        PendingRecord<?, ?> record = assignment.ledger().oldest(); record != null; record = record.after) {
            all++;
            bytes += record.bytes();
            if (record.running != null) {
                running++;
            }
            assertThat(record.offset()).as("order of the ledger").isGreaterThan(before);
            before = record.offset();
        }
        assertThat(assignment.atHand().inFlight()).as("in flight").isEqualTo(running);
        assertThat(assignment.atHand().waiting()).as("waiting").isNotNegative();
        assertThat(assignment.atHand().retrying()).as("retrying").isNotNegative();
        assertThat(running + assignment.atHand().waiting() + assignment.atHand().retrying()).as("not done")
                .isEqualTo(all);
        assertThat(assignment.atHand().bytes()).as("bytes").isEqualTo(bytes);
    }
}
