package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;

/**
 * Partitions come and go. One that goes first has the time, within a bound, to end what is in flight of it, and has that
 * committed. The others go on meanwhile.
 *
 * <p>
 * Called on the poll thread, partly from within a poll.
 */
final class Rebalances<K, V> implements ConsumerRebalanceListener {

    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(5);

    private final ChannelSettings settings;
    private final Arrivals<K, V> arrivals;
    private final Dispatcher<K, V> dispatcher;
    private final Committer<K, V> committer;
    private final LastKnown lastKnown;
    private final PollSignal signal;
    private final LongSupplier nanosLeft;
    private final LongSupplier nanoClock;
    private volatile boolean joined;
    private volatile boolean underWay;

    /**
     * @param nanosLeft how long to wait for anything at most from now on; becomes less when the engine is to stop
     */
    Rebalances(ChannelSettings settings, Arrivals<K, V> arrivals, Dispatcher<K, V> dispatcher,
            Committer<K, V> committer, LastKnown lastKnown, PollSignal signal, LongSupplier nanosLeft,
            LongSupplier nanoClock) {
        this.settings = settings;
        this.arrivals = arrivals;
        this.dispatcher = dispatcher;
        this.committer = committer;
        this.lastKnown = lastKnown;
        this.signal = signal;
        this.nanosLeft = nanosLeft;
        this.nanoClock = nanoClock;
    }

    /** Whether there ever was an assignment, were it of nothing. Called on any thread. */
    boolean haveJoined() {
        return joined;
    }

    /** Whether partitions were taken away, and the group has not assigned any since, nor none. Called on any thread. */
    boolean isUnderWay() {
        return underWay;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        arrivals.add(partitions);
        joined = true;
        underWay = false;
        if (!partitions.isEmpty()) {
            // The poll would go on to wait for records that don't come before they are opened.
            signal.endPoll();
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        signal.pollCallsBack();
        underWay = true;
        try {
            arrivals.remove(partitions);
            letGo(partitions);
            arrivals.settleWhereTheyBegin();
            committer.commitNow(partitions, commitTimeout());
        } finally {
            forget(partitions);
            // It began when there was less to do soon, and when those that stay might have taken in less.
            signal.endPoll();
            signal.pollGoesOn();
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        underWay = true;
        arrivals.remove(partitions);
        forget(partitions);
    }

    /**
     * Commits what is done of all partitions.
     *
     * @return false if it was refused because of a rebalance that is not over
     */
    boolean commitAll(Duration timeout) {
        arrivals.settleWhereTheyBegin();
        return committer.commitNow(allAssigned(), timeout);
    }

    /** Waits for what is in flight, and has nothing more handed out, as if all partitions were revoked. */
    void letGoOfAll() {
        letGo(allAssigned());
    }

    /** The partitions are gone without further ado. */
    void lose() {
        arrivals.remove(Set.copyOf(arrivals.unopened()));
        forget(allAssigned());
    }

    private Set<TopicPartition> allAssigned() {
        return dispatcher.with(assignments -> assignments.all().stream().map(PartitionAssignment::partition)
                .collect(Collectors.toSet()));
    }

    /** Waits until nothing of the partitions is in flight; from now on nothing of them is handed out. */
    private void letGo(Collection<TopicPartition> partitions) {
        List<PartitionAssignment<K, V>> leaving = assignmentsOf(partitions);
        dispatcher.change(assignments -> leaving.forEach(assignments::stopDispatching));
        long start = nanoClock.getAsLong();
        long bound = settings.revocationTimeout().toNanos();
        LongSupplier left = () -> Math.min(bound - (nanoClock.getAsLong() - start), nanosLeft.getAsLong());
        while (isInFlight(leaving)) {
            if (left.getAsLong() <= 0) {
                log.revokedWithRecordsInFlight(settings.channel(), partitions,
                        Duration.ofNanos(nanoClock.getAsLong() - start).toMillis());
                return;
            }
            dispatcher.await(() -> isInFlight(leaving) ? dispatcher.takeDueRetriesOrNanosToNext(left.getAsLong()) : 0);
            dispatcher.handOut();
        }
    }

    /** Together with the wait before it, this must not take as long as a member may go without a poll. */
    private Duration commitTimeout() {
        Duration quarter = settings.maxPollInterval().dividedBy(4);
        return quarter.compareTo(LONGEST_COMMIT) < 0 ? quarter : LONGEST_COMMIT;
    }

    private boolean isInFlight(List<PartitionAssignment<K, V>> leaving) {
        return dispatcher.with(ignored -> leaving.stream().anyMatch(each -> each.atHand().inFlight() > 0));
    }

    private List<PartitionAssignment<K, V>> assignmentsOf(Collection<TopicPartition> partitions) {
        return dispatcher.with(assignments -> partitions.stream()
                .<@Nullable PartitionAssignment<K, V>>map(assignments::get)
                .filter(Objects::nonNull)
                .toList());
    }

    private void forget(Collection<TopicPartition> partitions) {
        lastKnown.ended(partitions, dispatcher.end(assignmentsOf(partitions)));
    }
}
