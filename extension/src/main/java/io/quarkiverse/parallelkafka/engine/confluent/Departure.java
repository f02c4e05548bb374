package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.config.ChannelSettings;

/**
 * What comes before partitions are let go in a rebalance: the records of theirs that are in flight get the time to end,
 * so that the next owner does not repeat them. The wait ends well before the group would take this member for dead.
 *
 * <p>
 * Called on the poll thread.
 */
final class Departure {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final String channel;
    private final Duration bound;
    private final Handover<?, ?> handover;

    Departure(ChannelSettings settings, Handover<?, ?> handover) {
        this.channel = settings.channel();
        this.handover = handover;
        this.bound = settings.revocationTimeout();
    }

    /** Waits until nothing of the partitions is in flight; from then on nothing of them is handed over. */
    void await(Set<TopicPartition> partitions, BooleanSupplier givenUp) {
        long start = System.nanoTime();
        while (handover.hold(partitions) && !givenUp.getAsBoolean()) {
            if (System.nanoTime() - start > bound.toNanos()) {
                log.revokedWithRecordsInFlight(channel, partitions, bound.toMillis());
                return;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** The partitions are gone. */
    void ended() {
        handover.release();
    }
}
