package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;

/**
 * Partitions come and go. One that comes is not fetched until it is known what was done of it; one that goes first has
 * the time, within a bound, to end what is in flight of it, and has that committed. The others go on meanwhile.
 *
 * <p>
 * Called on the poll thread, partly from within a poll.
 */
final class Rebalances<K, V> implements ConsumerRebalanceListener {

    private static final Duration LOOK_UP = Duration.ofSeconds(1);
    private static final Duration COMMIT_OF_REVOKED = Duration.ofSeconds(5);

    private final ChannelSettings settings;
    private final Consumer<byte[], byte[]> consumer;
    private final Dispatcher<K, V> dispatcher;
    private final Committer<K, V> committer;
    private final PollSignal signal;
    private final LongSupplier nanosLeft;
    private final LongSupplier nanoClock;
    /** Assigned, and not fetched until it is known what was done of them. */
    private final Set<TopicPartition> unopened = new HashSet<>();
    private volatile boolean joined;

    /**
     * @param nanosLeft how long to wait for anything at most from now on; becomes less when the engine is to stop
     */
    Rebalances(ChannelSettings settings, Consumer<byte[], byte[]> consumer, Dispatcher<K, V> dispatcher,
            Committer<K, V> committer, PollSignal signal, LongSupplier nanosLeft, LongSupplier nanoClock) {
        this.settings = settings;
        this.consumer = consumer;
        this.dispatcher = dispatcher;
        this.committer = committer;
        this.signal = signal;
        this.nanosLeft = nanosLeft;
        this.nanoClock = nanoClock;
    }

    /** Whether there ever was an assignment, were it of nothing. Called on any thread. */
    boolean haveJoined() {
        return joined;
    }

    Set<TopicPartition> unopened() {
        return unopened;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
        unopened.addAll(partitions);
        joined = true;
        if (!partitions.isEmpty()) {
            // The poll would go on to wait for records that don't come before they are opened.
            signal.signal();
        }
    }

    /**
     * Reads what was committed for the partitions that came, so that they can be fetched.
     *
     * @throws org.apache.kafka.common.errors.TimeoutException if the broker doesn't answer; they stay as they are
     */
    void open() {
        if (unopened.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> committed = PollSignal
                .unlessWokenUp(() -> consumer.committed(Set.copyOf(unopened), LOOK_UP));
        Map<TopicPartition, OffsetMap> known = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                known.put(partition, CommitMetadata.decode(offset.offset(), offset.metadata())
                        .orElseGet(() -> nothingKnown(partition, offset.offset())));
            }
        });
        distrustMapsBeyondTheLog(known);
        dispatcher.<@Nullable Void>with(assignments -> {
            unopened.forEach(partition -> begin(assignments, partition, known.get(partition)));
            return null;
        });
        consumer.resume(unopened);
        unopened.clear();
    }

    private static <K, V> void begin(Assignments<K, V> assignments, TopicPartition partition,
            @Nullable OffsetMap known) {
        PartitionAssignment<K, V> assignment = assignments.begin(partition);
        if (known != null) {
            assignment.ledger().restore(known);
        }
    }

    /**
     * A log that has become shorter since then gets other records at offsets that were done: to skip them would lose them.
     */
    private void distrustMapsBeyondTheLog(Map<TopicPartition, OffsetMap> known) {
        Set<TopicPartition> ahead = known.entrySet().stream().filter(entry -> !entry.getValue().isEmpty())
                .map(Map.Entry::getKey).collect(Collectors.toSet());
        if (!ahead.isEmpty()) {
            PollSignal.unlessWokenUp(() -> consumer.endOffsets(ahead, LOOK_UP))
                    .forEach((partition, end) -> known.computeIfPresent(partition,
                            (same, map) -> map.end() > end ? nothingKnown(partition, map.base()) : map));
        }
    }

    private OffsetMap nothingKnown(TopicPartition partition, long committed) {
        log.foreignCommitMetadata(settings.channel(), partition.topic(), partition.partition(), committed);
        return OffsetMap.empty(committed);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        signal.pollEnded();
        unopened.removeAll(partitions);
        letGo(partitions);
        if (!partitions.isEmpty()) {
            committer.commitNow(partitions, COMMIT_OF_REVOKED);
        }
        forget(partitions);
        signal.pollGoesOn();
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        unopened.removeAll(partitions);
        forget(partitions);
    }

    /**
     * Commits what is done of all partitions.
     *
     * @return false if it was refused because of a rebalance that is not over
     */
    boolean commitAll(Duration timeout) {
        Set<TopicPartition> all = allAssigned();
        return all.isEmpty() || committer.commitNow(all, timeout);
    }

    /** The partitions are gone without further ado. */
    void lose() {
        unopened.clear();
        forget(allAssigned());
    }

    private Set<TopicPartition> allAssigned() {
        return dispatcher.with(assignments -> assignments.all().stream().map(PartitionAssignment::partition)
                .collect(Collectors.toSet()));
    }

    /** Waits until nothing of the partitions is in flight; from now on nothing of them is handed out. */
    private void letGo(Collection<TopicPartition> partitions) {
        List<PartitionAssignment<K, V>> leaving = assignmentsOf(partitions);
        dispatcher.<@Nullable Void>with(assignments -> {
            leaving.forEach(PartitionAssignment::stopDispatching);
            return null;
        });
        long start = nanoClock.getAsLong();
        long bound = settings.revocationTimeout().toNanos();
        LongSupplier left = () -> Math.min(bound - (nanoClock.getAsLong() - start), nanosLeft.getAsLong());
        while (isInFlight(leaving)) {
            if (left.getAsLong() <= 0) {
                log.revokedWithRecordsInFlight(settings.channel(), partitions,
                        Duration.ofNanos(nanoClock.getAsLong() - start).toMillis());
                return;
            }
            dispatcher.await(() -> isInFlight(leaving) ? dispatcher.nanosToNextRetry(left.getAsLong()) : 0);
            dispatcher.handOut();
        }
    }

    private boolean isInFlight(List<PartitionAssignment<K, V>> leaving) {
        return dispatcher.with(ignored -> leaving.stream().anyMatch(each -> each.inFlight() > 0));
    }

    private List<PartitionAssignment<K, V>> assignmentsOf(Collection<TopicPartition> partitions) {
        return dispatcher.with(assignments -> partitions.stream()
                .<@Nullable PartitionAssignment<K, V>>map(assignments::get)
                .filter(Objects::nonNull)
                .toList());
    }

    private void forget(Collection<TopicPartition> partitions) {
        for (PartitionAssignment<K, V> assignment : assignmentsOf(partitions)) {
            dispatcher.end(assignment);
            committer.forget(assignment);
        }
    }
}
