package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * Which offsets of one assignment are done. The records that are not are linked in the order of their offsets; everything
 * else below the position is done, or never was a record: offsets have gaps where a log was compacted, and where
 * transactions began and ended. So a record costs the same whatever the gaps, and memory goes by what is not done.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock. What changes the position is called on the poll thread only,
 * which may therefore read it without the lock.
 */
final class OffsetLedger<K, V> {

    private static final long UNKNOWN = -1;

    /** The offset that is taken off Kafka next. */
    private long position = UNKNOWN;
    private Optional<Integer> positionEpoch = Optional.empty();
    private @Nullable PendingRecord<K, V> oldest;
    private @Nullable PendingRecord<K, V> newest;
    /** One more than the highest offset that is done. */
    private long doneEnd;
    /** What an earlier assignment had done ahead of the position, as its last commit tells, or this process remembers. */
    private @Nullable OffsetMap restored;
    /** No record of which that was done is of a later leader epoch; empty where nobody knows. */
    private Optional<Integer> restoredEpoch = Optional.empty();
    private long changes;
    private long committedChanges;
    /** Whether what was committed last told all that was done then. */
    private boolean committedWhole = true;

    /** @param known what the group has committed */
    void restore(OffsetMap known) {
        position = known.base();
        restored = known.base() == known.end() ? null : known;
        doneEnd = known.base();
    }

    /** @param done what an earlier assignment of this process had done, and the group does not know */
    void restoreUncommitted(LastKnown.Done done) {
        restore(done.map());
        positionEpoch = done.baseEpoch();
        restoredEpoch = done.lastEpoch();
        changes++;
    }

    /** Nothing was taken off Kafka yet, and this is where it begins. */
    void beginAt(long offset) {
        position = offset;
        doneEnd = offset;
        changes++;
    }

    /** Whether a record that is taken off Kafka was done before. */
    boolean wasDone(long offset) {
        return restored != null && restored.isDone(offset);
    }

    /**
     * Whether another record than this one was done at its offset: the log has been cut before it, and gone on under a later
     * leader.
     */
    boolean isOtherThanDone(ConsumerRecord<?, ?> record) {
        return restored != null && record.offset() < restored.end()
                && restoredEpoch.isPresent() && record.leaderEpoch().isPresent()
                && record.leaderEpoch().get() > restoredEpoch.get();
    }

    /** Nothing from an offset on was done before. */
    void forgetDoneFrom(long offset) {
        if (restored != null) {
            restored = restored.before(offset);
            changes++;
        }
    }

    /** Whether records come again from further in front: the log was truncated, or the topic is a new one. */
    boolean isRewindTo(long offset) {
        return position != UNKNOWN && offset < position;
    }

    /** Takes in records that come after all that came before. */
    void add(Batch<K, V> batch) {
        PendingRecord<K, V> first = batch.first();
        PendingRecord<K, V> last = batch.last();
        if (first == null || last == null) {
            return;
        }
        first.before = newest;
        if (newest == null) {
            oldest = first;
        } else {
            newest.after = first;
        }
        newest = last;
        if (position == UNKNOWN) {
            doneEnd = first.offset();
            // Where the group begins is committed at once: else who comes next may begin elsewhere, behind this record.
            changes++;
        }
        position = last.offset() + 1;
    }

    /** Everything below an offset was taken off Kafka. */
    void moveTo(long nextOffset, Optional<Integer> leaderEpoch) {
        if (nextOffset != position) {
            changes++;
        }
        position = nextOffset;
        positionEpoch = leaderEpoch;
        if (restored != null && restored.end() <= position) {
            doneEnd = Math.max(doneEnd, restored.end());
            restored = null;
        }
    }

    void done(PendingRecord<K, V> record) {
        PendingRecord<K, V> before = record.before;
        PendingRecord<K, V> after = record.after;
        if (before == null) {
            oldest = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.before = before;
        }
        record.before = null;
        record.after = null;
        doneEnd = Math.max(doneEnd, record.offset() + 1);
        changes++;
    }

    @Nullable
    PendingRecord<K, V> oldest() {
        return oldest;
    }

    /** Whether any offset is known. */
    boolean isKnown() {
        return position != UNKNOWN;
    }

    long position() {
        return position;
    }

    /** The lowest offset that is not done. */
    long base() {
        return oldest == null ? position : oldest.offset();
    }

    /** The leader epoch that belongs to the base. */
    Optional<Integer> baseEpoch() {
        return oldest == null ? positionEpoch : oldest.raw().leaderEpoch();
    }

    /** The latest leader epoch of what was taken off Kafka, or done before; empty if that of some is not known. */
    Optional<Integer> lastEpoch() {
        if (restored != null && restoredEpoch.isEmpty()) {
            return Optional.empty();
        }
        return Stream.of(positionEpoch, restoredEpoch).flatMap(Optional::stream).max(Comparator.naturalOrder());
    }

    /** Grows whenever there is something new to commit. */
    long changes() {
        return changes;
    }

    boolean hasUncommitted() {
        return isKnown() && changes > committedChanges;
    }

    /** Whether something is done that the group does not know. */
    boolean isAheadOfGroup() {
        return hasUncommitted() || isKnown() && !committedWhole;
    }

    /**
     * @param upTo how many changes there were when that was read which has been committed
     * @param whole whether there was room for all of it
     */
    void committed(long upTo, boolean whole) {
        committedChanges = Math.max(committedChanges, upTo);
        committedWhole = whole;
    }

    /** What is done from the base on. Takes time by what is not done. */
    OffsetMap map() {
        long base = Math.max(0, base());
        OffsetMap ahead = restored;
        long end = Math.max(base, mapEnd());
        long[] incomplete = new long[16];
        int count = 0;
        for (PendingRecord<K, V> record = oldest; record != null && record.offset() < end; record = record.after) {
            incomplete = roomFor(count, incomplete);
            incomplete[count++] = record.offset();
        }
        if (ahead != null) {
            for (long offset : ahead.incomplete()) {
                if (offset >= position) {
                    incomplete = roomFor(count, incomplete);
                    incomplete[count++] = offset;
                }
            }
        }
        return new OffsetMap(base, end, Arrays.copyOf(incomplete, count));
    }

    /**
     * How many more runs of done and of not done offsets, in turn, there could be than there are now, if of the records at
     * hand any were done and any were not: of a row of them every other one. Takes time by what is not done.
     */
    int runsToCome() {
        int runs = 0;
        long mapEnd = mapEnd();
        for (PendingRecord<K, V> first = oldest; first != null;) {
            int row = 1;
            PendingRecord<K, V> next = first.after;
            for (long follows = first.offset() + 1; next != null && next.offset() == follows; follows++) {
                row++;
                next = next.after;
            }
            runs += 2 * ((row + 1) / 2) - (first.offset() < mapEnd ? 2 : 0);
            first = next;
        }
        return runs;
    }

    /** How many offsets above the base are done. Takes time by what is not done. */
    long doneBeyondBase() {
        OffsetMap map = map();
        return map.end() - map.base() - map.incomplete().length;
    }

    /** Where what is done ends, here or before. */
    private long mapEnd() {
        return restored == null ? doneEnd : Math.max(doneEnd, restored.end());
    }

    private static long[] roomFor(int index, long[] offsets) {
        return index < offsets.length ? offsets : Arrays.copyOf(offsets, 2 * index);
    }
}
