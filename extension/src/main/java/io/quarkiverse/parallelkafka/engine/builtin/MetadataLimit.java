package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata.Encoded;

/**
 * Sees to it that what is done beyond the base fits into a commit's metadata, whatever of the records that were taken in is
 * done next, in whatever order. A partition of which that can't be said takes in no more.
 *
 * <p>
 * What is done by now is measured as it is written, that is compressed, and what may come as it is not. So a regular
 * pattern that becomes irregular may still outgrow the metadata. Then the commit holds what fits, from the base on: the rest
 * is done, and would be repeated after a restart.
 *
 * <p>
 * As long as the base is not far behind, a bit an offset always fits, and there is nothing to look at. From then on the
 * partition takes in what one poll brings, and no more before it was looked at again.
 *
 * <p>
 * Called on the poll thread.
 */
final class MetadataLimit<K, V> {

    /** How many records of one partition a poll brings at most. */
    static final int MOST_POLLED = 500;

    /** The length of a run takes two bytes. */
    private static final int BYTES_A_RUN = Short.BYTES;
    /** Looking at thousands of records takes a part of a millisecond; at more of them, looks are further apart. */
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Looks take a fiftieth of the time at most. */
    private static final long APART = 50;

    /** How soon it shows that something was done of a partition that was full and stood still. */
    private static final long BETWEEN_GLANCES_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String channel;
    private final Dispatcher<K, V> dispatcher;
    private final MetadataRoom room;
    private final LongSupplier nanoClock;
    private long lastLookNanos;
    private long betweenLooksNanos = BETWEEN_LOOKS_NANOS;
    private long nanosToNextLook = Long.MAX_VALUE;

    /**
     * What is read of an assignment under the lock.
     *
     * @param runsToCome how many more runs its map may have when more of what was taken in is done
     */
    private record Look<K, V>(Progress<K, V> progress, int runsToCome) {

        static <K, V> Look<K, V> of(PartitionAssignment<K, V> assignment) {
            return new Look<>(Progress.of(assignment), assignment.ledger().runsToCome());
        }
    }

    MetadataLimit(String channel, Dispatcher<K, V> dispatcher, MetadataRoom room, LongSupplier nanoClock) {
        this.channel = channel;
        this.dispatcher = dispatcher;
        this.room = room;
        this.nanoClock = nanoClock;
        this.lastLookNanos = nanoClock.getAsLong() - BETWEEN_LOOKS_NANOS;
    }

    /** How long the next poll may wait at most. */
    long nanosToNextLook() {
        return nanosToNextLook;
    }

    /** Says before a poll which partitions it must leave out. */
    void watch() {
        long now = nanoClock.getAsLong();
        boolean isTime = now - lastLookNanos >= betweenLooksNanos;
        List<Look<K, V>> looked = dispatcher.with(assignments -> leaveOut(assignments.all(), isTime));
        if (isTime) {
            lastLookNanos = now;
            looked.forEach(this::look);
            betweenLooksNanos = Math.max(BETWEEN_LOOKS_NANOS, APART * (nanoClock.getAsLong() - now));
        }
    }

    /** Returns what there is to look at now, if it is time to. Called under the lock. */
    private List<Look<K, V>> leaveOut(Collection<PartitionAssignment<K, V>> all, boolean isTime) {
        List<Look<K, V>> looked = new ArrayList<>();
        boolean isAnyChanged = false;
        boolean isAnyFull = false;
        for (PartitionAssignment<K, V> each : all) {
            if (isFarBehind(each) && each.intake().hasMapChanged(each.ledger())) {
                each.intake().mapIsToBeLookedAt();
                isAnyChanged = true;
                if (isTime) {
                    looked.add(Look.of(each));
                }
            }
            isAnyFull |= each.intake().isMapFull();
        }
        nanosToNextLook = isAnyChanged ? betweenLooksNanos : isAnyFull ? BETWEEN_GLANCES_NANOS : Long.MAX_VALUE;
        return looked;
    }

    /** A partition that no longer is goes on at once; so do all where nothing goes with a commit. */
    private boolean isFarBehind(PartitionAssignment<K, V> assignment) {
        OffsetLedger<K, V> ledger = assignment.ledger();
        boolean isFar = !room.isNone() && ledger.position() - ledger.base() > fewOffsets();
        if (!isFar) {
            assignment.intake().mapIsSmall();
        }
        return isFar;
    }

    /** What a commit's metadata holds, less a margin for what compression saves now and will not save then. */
    private int bytes() {
        return room.bytes() * 9 / 10;
    }

    /** As many offsets as there are bits for, so that they fit in any pattern. */
    private long fewOffsets() {
        return (long) bytes() * Byte.SIZE - MOST_POLLED;
    }

    private void look(Look<K, V> look) {
        Progress<K, V> progress = look.progress();
        PartitionAssignment<K, V> assignment = progress.assignment();
        Encoded encoded = progress.encoded(room);
        int bytes = CommitMetadata.bytesIn(encoded.metadata().length());
        long worst = bytes + (long) BYTES_A_RUN * (look.runsToCome() + MOST_POLLED);
        boolean isFull = !encoded.whole() || worst > bytes();
        boolean isWarning = dispatcher.with(assignments -> assignment.intake().mapLooked(progress.changes(),
                assignment.ledger().position(), isFull));
        if (isWarning) {
            log.commitMetadataFull(channel, assignment.partition().topic(), assignment.partition().partition(),
                    progress.map().base());
        }
    }
}
