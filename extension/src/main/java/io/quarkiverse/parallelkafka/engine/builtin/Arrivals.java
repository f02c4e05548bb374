package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * Partitions that were assigned and are not fetched until it is known what was done of them. Where that can't be learned
 * of all at once, it is tried of one at a time, between polls, so that a partition without a leader doesn't keep the
 * others from their work.
 *
 * <p>
 * Called on the poll thread, but for {@link #fault}.
 */
final class Arrivals<K, V> {

    private static final Duration LOOK_UP = Duration.ofSeconds(1);
    private static final Duration LOOK_UP_OF_ONE = Duration.ofMillis(200);
    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String channel;
    private final Consumer<byte[], byte[]> consumer;
    private final Dispatcher<K, V> dispatcher;
    private final LastKnown lastKnown;
    private final LongSupplier nanoClock;
    /** The one that is tried next is first. */
    private final Set<TopicPartition> unopened = new LinkedHashSet<>();
    private long nextTryNanos;
    private volatile @Nullable ApiException fault;

    Arrivals(String channel, Consumer<byte[], byte[]> consumer, Dispatcher<K, V> dispatcher,
            LastKnown lastKnown, LongSupplier nanoClock) {
        this.channel = channel;
        this.consumer = consumer;
        this.dispatcher = dispatcher;
        this.lastKnown = lastKnown;
        this.nanoClock = nanoClock;
        this.nextTryNanos = nanoClock.getAsLong();
    }

    /** Why some can't be opened at present; null if all could be. */
    @Nullable
    ApiException fault() {
        return fault;
    }

    /** Those that are not open yet. */
    Set<TopicPartition> unopened() {
        return unopened;
    }

    /** How long the next poll may wait at most. */
    long nanosToNextTry() {
        return unopened.isEmpty()
                ? Long.MAX_VALUE
                : Math.max(AT_ONCE_NANOS, nextTryNanos - nanoClock.getAsLong());
    }

    /** Called from within a poll. */
    void add(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
        unopened.addAll(partitions);
    }

    void remove(Collection<TopicPartition> partitions) {
        unopened.removeAll(partitions);
        if (unopened.isEmpty()) {
            fault = null;
        }
    }

    /** Opens those of which it can be learned what was done. */
    void open() {
        if (unopened.isEmpty() || nextTryNanos - nanoClock.getAsLong() > 0) {
            return;
        }
        boolean isOneByOne = fault != null;
        Set<TopicPartition> tried = isOneByOne ? Set.of(unopened.iterator().next()) : Set.copyOf(unopened);
        try {
            open(tried, isOneByOne ? LOOK_UP_OF_ONE : LOOK_UP);
            remove(tried);
        } catch (RetriableException | TopicAuthorizationException e) {
            fault = e;
            nextTryNanos = nanoClock.getAsLong() + BETWEEN_TRIES_NANOS;
            unopened.removeAll(tried);
            unopened.addAll(tried);
        }
    }

    private void open(Set<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> committed = PollSignal
                .unlessWokenUp(() -> consumer.committed(partitions, timeout));
        Map<TopicPartition, OffsetMap> known = new HashMap<>();
        Map<TopicPartition, LastKnown.Done> remembered = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                known.put(partition, read(partition, offset));
            }
            lastKnown.insteadOf(partition, offset).ifPresent(done -> remembered.put(partition, done));
        });
        distrustMapsBeyondTheLog(known, remembered, timeout);
        // With the epoch, the consumer itself sees whether the log is still the one that was read.
        remembered.forEach((partition, done) -> consumer.seek(partition,
                new OffsetAndMetadata(done.map().base(), done.baseEpoch(), "")));
        dispatcher.change(assignments -> partitions.forEach(partition -> {
            OffsetLedger<K, V> ledger = assignments.begin(partition).ledger();
            LastKnown.Done done = remembered.get(partition);
            OffsetMap map = known.get(partition);
            if (done != null) {
                ledger.restoreUncommitted(done);
            } else if (map != null) {
                ledger.restore(map);
            }
        }));
        partitions.forEach(partition -> lastKnown.begun(partition, committed.get(partition)));
        consumer.resume(partitions);
    }

    private OffsetMap read(TopicPartition partition, OffsetAndMetadata committed) {
        return CommitMetadata.decode(committed.offset(), committed.metadata()).orElseGet(() -> {
            log.foreignCommitMetadata(channel, partition.topic(), partition.partition(), committed.offset());
            return OffsetMap.empty(committed.offset());
        });
    }

    /**
     * A log that has become shorter since then gets other records at offsets that were done: to skip them would lose them.
     */
    private void distrustMapsBeyondTheLog(Map<TopicPartition, OffsetMap> known,
            Map<TopicPartition, LastKnown.Done> remembered, Duration timeout) {
        Set<TopicPartition> ahead = known.entrySet().stream().filter(entry -> !entry.getValue().isEmpty())
                .map(Map.Entry::getKey).collect(Collectors.toSet());
        ahead.addAll(remembered.keySet());
        if (ahead.isEmpty()) {
            return;
        }
        PollSignal.unlessWokenUp(() -> consumer.endOffsets(ahead, timeout)).forEach((partition, end) -> {
            OffsetMap map = known.get(partition);
            LastKnown.Done done = remembered.get(partition);
            if (map != null && map.end() > end && !map.isEmpty() || done != null && done.map().end() > end) {
                log.logBecameShorter(channel, partition.topic(), partition.partition(), end,
                        map != null ? map.base() : end);
                known.computeIfPresent(partition, (same, before) -> OffsetMap.empty(before.base()));
                remembered.remove(partition);
            }
        });
    }

    /**
     * Of partitions for which nothing was committed and nothing has come: where the group begins. It is committed, so that
     * whoever has them next begins there too, and not behind what comes meanwhile.
     */
    void settleWhereTheyBegin() {
        List<PartitionAssignment<K, V>> unknown = dispatcher.with(assignments -> assignments.all().stream()
                .filter(assignment -> !assignment.ledger().isKnown()).toList());
        for (PartitionAssignment<K, V> assignment : unknown) {
            try {
                long position = PollSignal
                        .unlessWokenUp(() -> consumer.position(assignment.partition(), Duration.ZERO));
                dispatcher.change(assignments -> assignment.ledger().beginAt(position));
            } catch (KafkaException notYet) {
                // The consumer does not know it either, or may not. If that is a fault, polls meet it too; what others
                // have done is committed all the same.
            }
        }
    }
}
