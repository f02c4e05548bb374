package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.client.ShownConsumer;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;

/**
 * The Kafka consumer of one channel. It fetches bytes, so that an undecodable record can't fail a poll, and it shows the
 * library only commit metadata that the library can read: any other would end it.
 *
 * <p>
 * Thread safety: as {@link KafkaConsumer}; used by the poll thread.
 */
final class ByteConsumer extends ShownConsumer {

    private static final Duration LOOK_UP = Duration.ofSeconds(1);

    private final String channel;
    private volatile @Nullable Map<TopicPartition, OffsetAndMetadata> lookedUp;

    /** @param viewer sees it when it is created, and again when it is closed */
    ByteConsumer(ChannelSettings settings, Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> viewer) {
        super(settings.byteConsumerProperties(), viewer);
        this.channel = settings.channel();
    }

    /**
     * Looks up what was committed for partitions, for as long as the broker takes to answer, and has {@link #committed}
     * answer with it while an action runs on whichever thread. Called on the poll thread.
     *
     * @param givenUp whether to stop waiting for the broker
     * @return whether the action was run; not, if the wait was given up
     */
    boolean withCommitted(Collection<TopicPartition> partitions, BooleanSupplier givenUp, Runnable action) {
        lookedUp = lookUp(Set.copyOf(partitions), givenUp);
        if (lookedUp == null) {
            return false;
        }
        try {
            action.run();
        } finally {
            lookedUp = null;
        }
        return true;
    }

    private @Nullable Map<TopicPartition, OffsetAndMetadata> lookUp(Set<TopicPartition> partitions,
            BooleanSupplier givenUp) {
        while (true) {
            try {
                Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>(committed(partitions, LOOK_UP));
                committed.replaceAll(this::readable);
                return committed;
            } catch (TimeoutException e) {
                if (givenUp.getAsBoolean()) {
                    return null;
                }
            }
        }
    }

    private @Nullable OffsetAndMetadata readable(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
        if (committed == null || isReadable(committed)) {
            return committed;
        }
        log.foreignCommitMetadata(channel, partition.topic(), partition.partition(), committed.offset());
        return new OffsetAndMetadata(committed.offset(), committed.leaderEpoch(), "");
    }

    /** The library finds out by dying, of whatever anyone may have written to the group. */
    private static boolean isReadable(OffsetAndMetadata committed) {
        return CommitMetadata.decode(committed.offset(), committed.metadata()).isPresent();
    }

    /** Called by the library, which asks only for what was looked up before. */
    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> known = lookedUp;
        return known != null ? known : super.committed(partitions);
    }
}
