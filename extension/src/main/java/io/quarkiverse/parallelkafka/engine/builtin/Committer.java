package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.builtin.Progress.Commit;

/**
 * Commits what is done. In the course of work it does so without waiting, one commit at a time, so that none overtakes
 * another; what was not committed, for whatever reason, is part of the next one.
 *
 * <p>
 * Thread safety: called on the poll thread, but for {@link #fault}.
 */
final class Committer<K, V> {

    private static final long BETWEEN_WARNINGS_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** As long as a client may take for a request by default: without a coordinator, a commit waits within the client. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

    private final String channel;
    private final Consumer<byte[], byte[]> consumer;
    private final Dispatcher<K, V> dispatcher;
    private final LastKnown lastKnown;
    private final MetadataRoom room;
    private final long intervalNanos;
    private final LongSupplier nanoClock;

    private long lastNanos;
    /** When the commit was sent that has no answer yet; null if there is none. */
    private volatile @Nullable Long sentNanos;
    private @Nullable Long lastWarningNanos;
    private volatile @Nullable Throwable fault;

    Committer(String channel, Consumer<byte[], byte[]> consumer, Dispatcher<K, V> dispatcher, LastKnown lastKnown,
            MetadataRoom room, Duration interval, LongSupplier nanoClock) {
        this.channel = channel;
        this.consumer = consumer;
        this.dispatcher = dispatcher;
        this.lastKnown = lastKnown;
        this.room = room;
        this.intervalNanos = interval.toNanos();
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    /** Why the last commit failed, or that nobody answers one; null if all is well. */
    @Nullable
    Throwable fault() {
        Long sent = sentNanos;
        return fault == null && sent != null && nanoClock.getAsLong() - sent > LONGEST_SILENCE.toNanos()
                ? new TimeoutException("No answer to a commit for more than " + LONGEST_SILENCE.toSeconds() + " s")
                : fault;
    }

    private boolean isUnderWay() {
        return sentNanos != null;
    }

    /** How long until the next commit. */
    long nanosToNext() {
        return isUnderWay() ? intervalNanos : Math.max(0, lastNanos + intervalNanos - nanoClock.getAsLong());
    }

    /** Sends a commit if the interval is over and there is something new to commit. */
    void commitIfDue() {
        if (isUnderWay() || nanosToNext() > 0) {
            return;
        }
        lastNanos = nanoClock.getAsLong();
        List<Commit<K, V>> commits = uncommitted(partition -> true);
        if (commits.isEmpty()) {
            // What could not be committed has gone with its partition.
            fault = null;
            return;
        }
        send(commits);
    }

    private void send(List<Commit<K, V>> commits) {
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets(commits);
        lastKnown.sent(offsets);
        sentNanos = nanoClock.getAsLong();
        try {
            consumer.commitAsync(offsets, (sent, failure) -> {
                sentNanos = null;
                if (isTooLong(offsets, failure)) {
                    // It is due again at once, with less.
                    lastNanos = nanoClock.getAsLong() - intervalNanos;
                } else {
                    ended(commits, failure);
                }
            });
        } catch (RuntimeException e) {
            sentNanos = null;
            throw e;
        }
    }

    /**
     * Commits what is done of some partitions, and waits for that. A failure is logged.
     *
     * @return false if it was refused because of a rebalance that is not over
     */
    boolean commitNow(Collection<TopicPartition> partitions, Duration timeout) {
        List<Commit<K, V>> commits = uncommitted(partitions::contains);
        if (commits.isEmpty()) {
            return true;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets(commits);
        lastKnown.sent(offsets);
        try {
            commitSync(offsets, timeout);
            ended(commits, null);
        } catch (KafkaException e) {
            if (isTooLong(offsets, e)) {
                return commitNow(partitions, timeout);
            }
            ended(commits, e);
            return !isOfRebalance(e);
        }
        return true;
    }

    /** Those of which something is done that was not committed yet. */
    Set<TopicPartition> partitionsToCommit() {
        return dispatcher.with(assignments -> assignments.all().stream()
                .filter(assignment -> assignment.ledger().hasUncommitted())
                .map(PartitionAssignment::partition)
                .collect(Collectors.toSet()));
    }

    private void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        PollSignal.<@Nullable Void>unlessWokenUp(() -> {
            consumer.commitSync(offsets, timeout);
            return null;
        });
    }

    /** Reads each partition by itself: whoever completes a record meanwhile must not wait until all of them were. */
    private List<Commit<K, V>> uncommitted(Predicate<TopicPartition> which) {
        List<PartitionAssignment<K, V>> all = dispatcher.with(assignments -> assignments.all().stream()
                .filter(assignment -> which.test(assignment.partition()))
                .filter(assignment -> assignment.ledger().hasUncommitted())
                .toList());
        return all.stream().map(each -> dispatcher.with(assignments -> Progress.of(each)).commit(room)).toList();
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets(List<Commit<K, V>> commits) {
        return commits.stream().collect(Collectors.toMap(Commit::partition, Commit::offset));
    }

    /** Whether a commit was refused for its metadata, and has less of it the next time. */
    private boolean isTooLong(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        return failure instanceof OffsetMetadataTooLarge && room.becomesSmallerThan(
                offsets.values().stream().mapToInt(offset -> offset.metadata().length()).max().orElse(0));
    }

    private void ended(List<Commit<K, V>> commits, @Nullable Exception failure) {
        if (failure == null) {
            fault = null;
            // Where the assignment has ended, the answer is too late to say what the group knows last.
            dispatcher.change(assignments -> commits.stream()
                    .filter(each -> !each.progress().assignment().isEnded())
                    .forEach(this::acknowledged));
        } else if (!isOfRebalance(failure)) {
            fault = failure;
            warn(failure);
        }
    }

    private void acknowledged(Commit<K, V> commit) {
        Progress<K, V> progress = commit.progress();
        progress.assignment().ledger().committed(progress.changes(), commit.whole());
        lastKnown.acknowledged(commit.partition(), commit.offset());
    }

    /**
     * In a rebalance it is no fault that a commit is refused: the offsets are committed when it is over, or before the
     * partition goes. If the group has expelled this member, a poll will say so.
     */
    private static boolean isOfRebalance(Exception failure) {
        return failure instanceof RebalanceInProgressException || failure instanceof StaleMemberEpochException
                || failure instanceof CommitFailedException;
    }

    private void warn(Exception failure) {
        long now = nanoClock.getAsLong();
        if (lastWarningNanos == null || now - lastWarningNanos > BETWEEN_WARNINGS_NANOS) {
            lastWarningNanos = now;
            log.commitFailed(channel, failure);
        }
    }
}
