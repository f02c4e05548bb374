package io.quarkiverse.parallelkafka.engine.confluent;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.CommitMode;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.internal.AbstractParallelEoSStreamProcessor;
import io.confluent.parallelconsumer.internal.BrokerPollSystem;
import io.confluent.parallelconsumer.internal.EpochAndRecordsMap;
import io.confluent.parallelconsumer.internal.PCModule;
import io.confluent.parallelconsumer.metrics.PCMetrics;
import io.confluent.parallelconsumer.state.WorkManager;
import io.quarkiverse.parallelkafka.config.ChannelSettings;

/** What the library is put together from for one channel: its own parts, but for those that are replaced here. */
final class ChannelModule extends PCModule<byte[], byte[]> {

    /**
     * The library looks whether a partition that it blocked may go on only when it encodes a commit, so commits are
     * frequent, whatever the channel asked for.
     */
    private static final Duration LONGEST_COMMIT_INTERVAL = Duration.ofMillis(500);
    /** The control loop never sleeps less while a retry is what it waits for: a retry is late by as much. */
    private static final Duration RETRY_PRECISION = Duration.ofMillis(5);
    /** How long the library waits for the dispatch thread when it is closed. */
    private static final Duration DISPATCH_END = Duration.ofSeconds(2);

    private final ChannelSettings settings;
    private final ByteConsumer consumer;
    private final ControlTasks tasks;
    private @Nullable WorkManager<byte[], byte[]> workManager;
    private @Nullable RecordPoller poller;
    private @Nullable PCMetrics metrics;

    ChannelModule(ChannelSettings settings, ByteConsumer consumer, ControlTasks tasks) {
        super(options(settings, consumer));
        this.settings = settings;
        this.consumer = consumer;
        this.tasks = tasks;
    }

    @SuppressWarnings("deprecation") // nothing else sets how short the control loop may sleep
    private static ParallelConsumerOptions<byte[], byte[]> options(ChannelSettings settings, ByteConsumer consumer) {
        boolean frequent = settings.commitInterval().compareTo(LONGEST_COMMIT_INTERVAL) <= 0;
        return ParallelConsumerOptions.<byte[], byte[]>builder()
                .consumer(consumer)
                .ordering(switch (settings.ordering()) {
                    case KEY -> ProcessingOrder.KEY;
                    case PARTITION -> ProcessingOrder.PARTITION;
                    case UNORDERED -> ProcessingOrder.UNORDERED;
                })
                .maxConcurrency(settings.maxConcurrency())
                .commitMode(CommitMode.PERIODIC_CONSUMER_ASYNCHRONOUS)
                .commitInterval(frequent ? settings.commitInterval() : LONGEST_COMMIT_INTERVAL)
                .defaultMessageRetryDelay(RETRY_PRECISION)
                .retryDelayProvider(context -> RetryDelay.of(context.getLastFailureReason().orElse(null)))
                .shutdownTimeout(DISPATCH_END)
                // It looks into the consumer's private fields, which a native image does not show. ByteConsumer sees to it.
                .ignoreReflectiveAccessExceptionsForAutoCommitDisabledCheck(true)
                .pcInstanceTag(settings.channel())
                .build();
    }

    @Override
    protected BrokerPollSystem<byte[], byte[]> brokerPoller(
            AbstractParallelEoSStreamProcessor<byte[], byte[]> processor) {
        if (poller == null) {
            poller = new RecordPoller(settings, consumer, this, processor, consumerManager(), tasks);
        }
        return poller;
    }

    RecordPoller poller() {
        return poller;
    }

    @Override
    public WorkManager<byte[], byte[]> workManager() {
        if (workManager == null) {
            workManager = new UnthrottledWork(this);
        }
        return workManager;
    }

    @Override
    public PCMetrics pcMetrics() {
        if (metrics == null) {
            metrics = new LeakFreeMetrics(options());
        }
        return metrics;
    }

    /**
     * Leaves it to {@link RecordPoller} to say when enough was fetched. The library would add up the sizes of all keys'
     * queues in every control loop, which is most of what it does, only to pause all partitions at once.
     */
    private static final class UnthrottledWork extends WorkManager<byte[], byte[]> {

        private final ChannelModule module;

        UnthrottledWork(ChannelModule module) {
            super(module, module.dynamicExtraLoadFactor());
            this.module = module;
        }

        @Override
        public boolean isSufficientlyLoaded() {
            return true;
        }

        @Override
        public void registerWork(EpochAndRecordsMap<byte[], byte[]> records) {
            super.registerWork(records);
            module.poller().registered(records.count());
        }
    }
}
