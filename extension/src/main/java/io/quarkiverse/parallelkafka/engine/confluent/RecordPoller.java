package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.internal.AbstractParallelEoSStreamProcessor;
import io.confluent.parallelconsumer.internal.BrokerPollSystem;
import io.confluent.parallelconsumer.internal.ConsumerManager;
import io.confluent.parallelconsumer.internal.EpochAndRecordsMap;
import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.client.ConsumerConnection;

/**
 * The poll thread, which alone uses the Kafka consumer: it fetches, pauses partitions that have enough waiting, commits,
 * and leaves the group. Takes the place of the library's, whose thread never ends.
 *
 * <p>
 * It never waits for records to be worked on, so {@code max.poll.interval.ms} can't pass, and it never wakes the
 * consumer up, so no other call of the consumer fails for it.
 */
final class RecordPoller extends BrokerPollSystem<byte[], byte[]> {

    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration PAUSED = Duration.ofMillis(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS_UNHEARD = Duration.ofMillis(500);
    private static final long END_MILLIS = 20_000;

    private final ByteConsumer consumer;
    private final ChannelModule module;
    private final AbstractParallelEoSStreamProcessor<byte[], byte[]> processor;
    private final ControlTasks tasks;
    private final OffsetCommits commits;
    private final FetchLimit limit;
    private final ConsumerConnection connection;
    private final boolean keyed;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger unregistered = new AtomicInteger();
    private volatile @Nullable Throwable failure;

    RecordPoller(ChannelSettings settings, ByteConsumer consumer, ChannelModule module,
            AbstractParallelEoSStreamProcessor<byte[], byte[]> processor,
            ConsumerManager<byte[], byte[]> unused, ControlTasks tasks) {
        super(unused, module.workManager(), processor, module.options());
        this.consumer = consumer;
        this.module = module;
        this.processor = processor;
        this.tasks = tasks;
        this.commits = new OffsetCommits(settings.channel(), consumer, module.workManager(), tasks);
        this.limit = new FetchLimit(settings.maxConcurrency(), module.workManager().getPm());
        this.connection = new ConsumerConnection(consumer, System::nanoTime);
        this.keyed = settings.ordering() == Ordering.KEY;
        this.thread = new Thread(this::run, "parallel-kafka-" + settings.channel() + "-poll");
        this.thread.setDaemon(true);
    }

    OffsetCommits commits() {
        return commits;
    }

    ConsumerConnection connection() {
        return connection;
    }

    FetchLimit limit() {
        return limit;
    }

    Thread thread() {
        return thread;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    boolean isClosing() {
        return closing.getCount() == 0;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!isClosing()) {
                register(poll());
                commits.send();
                connection.look();
            }
        } catch (RuntimeException | Error e) {
            if (isClosing()) {
                log.debugf(e, "The last poll has failed");
            } else {
                failure = e;
                tasks.wakeUp();
            }
        }
        leave();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        boolean paused = limit.apply(consumer, unregistered.get());
        try {
            return consumer.poll(paused ? PAUSED : IDLE);
        } catch (WakeupException e) {
            // Someone else's, who was told of the consumer.
            return ConsumerRecords.empty();
        }
    }

    private void register(ConsumerRecords<byte[], byte[]> records) {
        if (!records.isEmpty()) {
            limit.fetched(records);
            unregistered.addAndGet(records.count());
            processor.registerWork(new EpochAndRecordsMap<>(keyed ? KeylessRecord.apart(records) : records,
                    module.workManager().getPm()));
        }
    }

    /** The library's bookkeeping knows of this many more records. Called on the control thread. */
    void registered(int records) {
        unregistered.addAndGet(-records);
    }

    private void leave() {
        Duration timeout = connection.isUp() ? LAST_WORDS : LAST_WORDS_UNHEARD;
        try {
            closing.await();
            commits.sendAndWait(timeout);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            try {
                consumer.close(CloseOptions.timeout(timeout));
            } catch (KafkaException e) {
                log.debugf(e, "The Kafka consumer did not close as it should");
            }
        }
    }

    // What the library calls, on the control thread.

    @Override
    public void retrieveOffsetsAndCommit() {
        commits.collect();
    }

    @Override
    public void supervise() {
        if (failure != null) {
            throw new KafkaException("The poll thread has failed", failure);
        }
    }

    @Override
    public void closeAndWait() {
        closing.countDown();
        tasks.runUntil(() -> !thread.isAlive(), END_MILLIS);
    }

    @Override
    public void drain() {
        // Nothing: fetching ends with the poll thread, after the last commit was collected.
    }

    @Override
    public boolean isPausedForThrottling() {
        return false;
    }

    @Override
    public void wakeupIfPaused() {
        // Nothing: the poll thread looks by itself.
    }

    @Override
    public int getPausedPartitionSize() {
        return 0;
    }
}
