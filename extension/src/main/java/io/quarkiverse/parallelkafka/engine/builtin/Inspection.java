package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.Incomplete;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/**
 * Tells what the engine is doing. Each partition is looked at by itself: whoever completes a record meanwhile must not wait
 * until all of them were.
 */
final class Inspection<K, V> {

    private final Dispatcher<K, V> dispatcher;
    private final LongSupplier nanoClock;

    Inspection(Dispatcher<K, V> dispatcher, LongSupplier nanoClock) {
        this.dispatcher = dispatcher;
        this.nanoClock = nanoClock;
    }

    /** May be called on any thread. Takes time by what is not done. */
    EngineSnapshot of(State state, PollLoop<K, V> loop) {
        List<PartitionAssignment<K, V>> current = dispatcher.with(assignments -> List.copyOf(assignments.all()));
        return of(state, loop, current.stream()
                .map(each -> dispatcher.with(assignments -> each.isEnded() ? null : of(each)))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(each -> each.partition().toString()))
                .toList());
    }

    private EngineSnapshot of(State state, PollLoop<K, V> loop, List<PartitionSnapshot> partitions) {
        Set<TopicPartition> assigned = partitions.stream().map(PartitionSnapshot::partition)
                .collect(Collectors.toSet());
        long waiting = partitions.stream().mapToLong(each -> (long) each.waiting() + each.retrying()).sum();
        return new EngineSnapshot(state, null, loop.fault(), loop.isConnected(), loop.hasJoined(), loop.isRebalancing(),
                assigned, partitions, dispatcher.inFlight(), waiting);
    }

    private PartitionSnapshot of(PartitionAssignment<K, V> assignment) {
        OffsetLedger<K, V> ledger = assignment.ledger();
        long base = Math.max(0, ledger.base());
        AtHand atHand = assignment.atHand();
        Long logEnd = assignment.intake().logEnd();
        return new PartitionSnapshot(assignment.partition(), paused(assignment), base, ledger.doneBeyondBase(),
                atHand.inFlight(), atHand.waiting(), atHand.retrying(), oldest(ledger),
                logEnd == null ? null : Math.max(0, logEnd - base));
    }

    /** That a partition was paused until its map was looked at, some milliseconds, is nobody's concern. */
    private static @Nullable PauseReason paused(PartitionAssignment<?, ?> assignment) {
        PauseReason reason = assignment.intake().paused();
        return reason == PauseReason.COMMIT_METADATA && !assignment.intake().isMapTight() ? null : reason;
    }

    private @Nullable Incomplete oldest(OffsetLedger<K, V> ledger) {
        PendingRecord<K, V> oldest = ledger.oldest();
        return oldest == null
                ? null
                : new Incomplete(oldest.offset(), Duration.ofNanos(nanoClock.getAsLong() - oldest.takenNanos()),
                        oldest.attempts);
    }
}
