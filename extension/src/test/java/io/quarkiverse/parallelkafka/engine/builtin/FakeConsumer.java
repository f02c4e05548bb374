package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of a {@link FakeLog} that keeps to what the real one does where the plain mock doesn't: a position moves over
 * gaps, commits end in a later poll, a wake-up hits whatever waits next, a close revokes, and what isn't assigned can't be
 * paused.
 *
 * <p>
 * Thread safety: what is scheduled, {@link #wakeup()} and {@link #metrics()} may be used from any thread; the rest is for
 * the poll thread, or for a test that plays it.
 */
final class FakeConsumer extends FailingConsumer {

    final FakeCommits commits;

    private final FakeLog log;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Set<TopicPartition> pausedNow = ConcurrentHashMap.newKeySet();
    private final Queue<Runnable> inPoll = new ConcurrentLinkedQueue<>();
    private final List<Duration> pollTimeouts = new ArrayList<>();
    private final Queue<Duration> waited = new ConcurrentLinkedQueue<>();
    private final AtomicInteger polls = new AtomicInteger();
    private final Object change = new Object();
    private final FakeMetrics metrics = new FakeMetrics(polls::get);
    private volatile boolean wokenUp;
    private volatile boolean waits;
    private final AtomicInteger questions = new AtomicInteger();
    private @Nullable Duration lastCommitTimeout;
    private boolean losing;
    private int most = 500;

    FakeConsumer(FakeLog log) {
        this.log = log;
        this.commits = new FakeCommits(log);
    }

    /** A poll without records waits, as a real one does; otherwise it returns at once. */
    FakeConsumer waiting() {
        waits = true;
        return this;
    }

    void connected(boolean isConnected) {
        metrics.connected(isConnected);
    }

    void maxPollRecords(int records) {
        most = records;
    }

    /** To be done within a poll, in the order given, each in a poll of its own. Ends one that waits. */
    void inPoll(Runnable action) {
        inPoll.add(action);
        changed();
    }

    /** How often it was asked after a topic. */
    int questions() {
        return questions.get();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        ensureOpen();
        questions.incrementAndGet();
        failIfAsked(Call.PARTITIONS_FOR);
        return List.of();
    }

    /** Commits don't end, as if no answer came. */
    void holdCommits(boolean isHeld) {
        commits.hold(isHeld);
        changed();
    }

    /** New records, or whatever else a poll that waits should look for. */
    @Override
    void changed() {
        synchronized (change) {
            change.notifyAll();
        }
    }

    /** In the next poll, these partitions are assigned, and no others. */
    void rebalanceInPoll(Set<TopicPartition> assigned) {
        inPoll(() -> rebalance(assigned));
    }

    /** The partitions are lost; the others stay. Within a poll, or between two. */
    void lose(Collection<TopicPartition> partitions) {
        Set<TopicPartition> left = new HashSet<>(assignment());
        left.removeAll(partitions);
        losing = true;
        try {
            rebalance(left);
        } finally {
            losing = false;
        }
    }

    int polls() {
        return polls.get();
    }

    List<Duration> pollTimeouts() {
        return pollTimeouts;
    }

    /** Polls that ended because their time was over, and that had at least so much. */
    long pollsThatWaited(Duration atLeast) {
        return waited.stream().filter(timeout -> timeout.compareTo(atLeast) >= 0).count();
    }

    /** How long the last commit that was waited for might take; null if there was none. */
    @Nullable
    Duration lastCommitTimeout() {
        return lastCommitTimeout;
    }

    @Override
    public synchronized Set<TopicPartition> paused() {
        return Set.copyOf(pausedNow);
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new Bookkeeping(listener));
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        super.subscribe(pattern, new Bookkeeping(listener));
    }

    private final class Bookkeeping implements ConsumerRebalanceListener {
        private final ConsumerRebalanceListener listener;

        Bookkeeping(ConsumerRebalanceListener listener) {
            this.listener = listener;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            listener.onPartitionsAssigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (losing) {
                listener.onPartitionsLost(partitions);
            } else {
                listener.onPartitionsRevoked(partitions);
            }
            commits.refuse();
            positions.keySet().removeAll(partitions);
            pausedNow.removeAll(partitions);
        }
    }

    @Override
    public synchronized void pause(Collection<TopicPartition> partitions) {
        super.pause(partitions);
        pausedNow.addAll(partitions);
    }

    @Override
    public synchronized void resume(Collection<TopicPartition> partitions) {
        super.resume(partitions);
        pausedNow.removeAll(partitions);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ensureOpen();
        pollTimeouts.add(timeout);
        polls.incrementAndGet();
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            Runnable action = inPoll.poll();
            if (action != null) {
                action.run();
            }
            commits.endUnlessHeld(this::nextOfCommits);
            failIfAsked(Call.POLL);
            throwIfWokenUp();
            if (Thread.currentThread().isInterrupted()) {
                throw new org.apache.kafka.common.errors.InterruptException(new InterruptedException());
            }
            ConsumerRecords<byte[], byte[]> fetched = fetch();
            if (!fetched.nextOffsets().isEmpty() || !waits) {
                return fetched;
            }
            if (!awaitChange(end)) {
                waited.add(timeout);
                return fetched;
            }
        }
    }

    /** @return false once the time is over */
    private boolean awaitChange(long end) {
        synchronized (change) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            if (!wokenUp && inPoll.isEmpty() && !isToFail(Call.POLL)) {
                try {
                    change.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return true;
        }
    }

    private ConsumerRecords<byte[], byte[]> fetch() {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        int left = most;
        for (TopicPartition partition : assignment()) {
            if (pausedNow.contains(partition) || left == 0) {
                continue;
            }
            long position = positions.computeIfAbsent(partition, this::initialPosition);
            if (position < log.start(partition) || position > log.end(partition)) {
                position = log.start(partition);
            }
            FakeLog.Fetched fetched = log.fetch(partition, position, left);
            if (!fetched.records().isEmpty()) {
                records.put(partition, fetched.records());
                left -= fetched.records().size();
            }
            if (fetched.next() != position) {
                next.put(partition, new OffsetAndMetadata(fetched.next(), Optional.of(log.epoch(partition)), ""));
            }
            positions.put(partition, fetched.next());
        }
        return new ConsumerRecords<>(records, next);
    }

    private long initialPosition(TopicPartition partition) {
        OffsetAndMetadata committed = log.committed(partition);
        return committed == null ? log.start(partition) : committed.offset();
    }

    private void throwIfWokenUp() {
        synchronized (change) {
            if (wokenUp) {
                wokenUp = false;
                throw new WakeupException();
            }
        }
    }

    private void ensureOpen() {
        if (closed()) {
            throw new IllegalStateException("This consumer has already been closed.");
        }
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        ensureOpen();
        failIfAsked(Call.COMMIT_ASYNC);
        commits.send(offsets, callback);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        ensureOpen();
        throwIfWokenUp();
        lastCommitTimeout = timeout;
        // They were sent before, on the same connection.
        commits.end(this::nextOfCommits);
        failIfAsked(Call.COMMIT_SYNC);
        RuntimeException fault = commits.take(offsets);
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        ensureOpen();
        throwIfWokenUp();
        failIfAsked(Call.COMMITTED);
        Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
        partitions.forEach(partition -> found.put(partition, log.committed(partition)));
        return found;
    }

    @Override
    public synchronized void seek(TopicPartition partition, OffsetAndMetadata offset) {
        ensureOpen();
        if (!assignment().contains(partition)) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
        positions.put(partition, offset.offset());
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration timeout) {
        ensureOpen();
        throwIfWokenUp();
        failIfAsked(Call.POSITION);
        return positions.computeIfAbsent(partition, this::initialPosition);
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        ensureOpen();
        throwIfWokenUp();
        failIfAskedOnce(Call.COMMITTED);
        Map<TopicPartition, Long> ends = new HashMap<>();
        partitions.forEach(partition -> ends.put(partition, log.end(partition)));
        return ends;
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        Long position = positions.get(partition);
        return position == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, log.end(partition) - position));
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return metrics.all();
    }

    @Override
    public void wakeup() {
        synchronized (change) {
            wokenUp = true;
            change.notifyAll();
        }
    }

    @Override
    public void close(CloseOptions options) {
        if (!closed()) {
            throwIfWokenUp();
            if (!assignment().isEmpty()) {
                rebalance(Set.of());
            }
            super.close(options);
        }
    }
}
