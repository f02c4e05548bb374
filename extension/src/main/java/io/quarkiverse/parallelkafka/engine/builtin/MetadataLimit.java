package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.builtin.CommitMetadata.Encoded;

/**
 * Watches that what is done beyond the base fits into a commit's metadata. A partition of which it hardly does takes in no
 * more records until there is room again. What did not fit nevertheless is committed later, when its base has moved on;
 * until then a kill repeats it.
 *
 * <p>
 * Called on the poll thread.
 */
final class MetadataLimit<K, V> {

    private static final int FULL = CommitMetadata.MAX_LENGTH * 9 / 10;
    private static final int ROOMY = CommitMetadata.MAX_LENGTH * 7 / 10;
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** What needs no look: a bit an offset, or two numbers for each that is not done, is far below the limit. */
    private static final long FEW_OFFSETS = 16_000;
    private static final int FEW_RECORDS = 500;

    private final String channel;
    private final Dispatcher<K, V> dispatcher;
    private final LongSupplier nanoClock;
    private long lastLookNanos;

    MetadataLimit(String channel, Dispatcher<K, V> dispatcher, LongSupplier nanoClock) {
        this.channel = channel;
        this.dispatcher = dispatcher;
        this.nanoClock = nanoClock;
        this.lastLookNanos = nanoClock.getAsLong();
    }

    /** Looks at the partitions for which it may be tight, now and then. */
    void watch() {
        long now = nanoClock.getAsLong();
        if (now - lastLookNanos < BETWEEN_LOOKS_NANOS) {
            return;
        }
        lastLookNanos = now;
        List<Progress<K, V>> tight = dispatcher.with(assignments -> assignments.all().stream()
                .filter(MetadataLimit::mayBeTight)
                .map(Progress::of)
                .toList());
        tight.forEach(this::encode);
    }

    private static boolean mayBeTight(PartitionAssignment<?, ?> assignment) {
        OffsetLedger<?, ?> ledger = assignment.ledger();
        int records = assignment.inFlight() + assignment.waiting() + assignment.retrying();
        return assignment.isMapFull()
                || ledger.position() - ledger.base() > FEW_OFFSETS && records > FEW_RECORDS;
    }

    /** Encodes how far a partition is, and has it stopped, or go on, by how much room that leaves. */
    Encoded encode(Progress<K, V> progress) {
        Encoded encoded = progress.encoded();
        PartitionAssignment<K, V> assignment = progress.assignment();
        boolean isFull = !encoded.whole()
                || encoded.metadata().length() > (assignment.isMapFull() ? ROOMY : FULL);
        if (isFull != assignment.isMapFull()) {
            dispatcher.<@Nullable Void>with(assignments -> {
                assignment.mapFull(isFull);
                return null;
            });
            if (isFull) {
                log.commitMetadataFull(channel, assignment.partition().topic(), assignment.partition().partition(),
                        progress.map().base());
            }
        }
        return encoded;
    }
}
