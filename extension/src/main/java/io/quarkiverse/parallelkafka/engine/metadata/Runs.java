package io.quarkiverse.parallelkafka.engine.metadata;

import java.util.Arrays;
import java.util.Optional;

/**
 * The offsets of a map as the lengths of runs: not done, done, not done, and so on.
 *
 * <p>
 * The first run is of offsets that are not done, and the only one that may be of length 0. A pair is a run that is not
 * done and the run behind it that is; the last pair may lack the latter. Its size depends on how often done and not done
 * take turns, never on how many offsets there are.
 */
final class Runs {

    /** More than any engine holds of one partition; it bounds what foreign metadata can make us allocate. */
    static final int MAX_INCOMPLETE = 1 << 20;

    private final long[] lengths;
    private final int count;

    private Runs(long[] lengths, int count) {
        this.lengths = lengths;
        this.count = count;
    }

    /** Of all of the map, or as much of it as {@link #toMap} takes. */
    static Runs of(OffsetMap map) {
        Builder runs = new Builder();
        long[] incomplete = map.incomplete();
        long next = map.base();
        for (int i = 0; i < Math.min(incomplete.length, MAX_INCOMPLETE); i++) {
            runs.add(true, incomplete[i] - next);
            runs.add(false, 1);
            next = incomplete[i] + 1;
        }
        long end = incomplete.length > MAX_INCOMPLETE ? incomplete[MAX_INCOMPLETE] : map.end();
        runs.add(true, end - next);
        return runs.build();
    }

    /** Empty if these can't be the offsets of a partition: too many are not done, or they end beyond all offsets. */
    Optional<OffsetMap> toMap(long base) {
        long incompletes = 0;
        for (int run = 0; run < count; run += 2) {
            incompletes += lengths[run];
        }
        if (incompletes > MAX_INCOMPLETE || base > Long.MAX_VALUE - span()) {
            return Optional.empty();
        }
        long[] incomplete = new long[(int) incompletes];
        int filled = 0;
        long offset = base;
        for (int run = 0; run < count; run++) {
            long behind = offset + lengths[run];
            while (!isDone(run) && offset < behind) {
                incomplete[filled++] = offset++;
            }
            offset = behind;
        }
        return Optional.of(new OffsetMap(base, offset, incomplete));
    }

    int count() {
        return count;
    }

    /** The number of offsets of a run. */
    long length(int run) {
        return lengths[run];
    }

    static boolean isDone(int run) {
        return run % 2 == 1;
    }

    int pairs() {
        return (count + 1) / 2;
    }

    /** The number of all offsets. */
    long span() {
        long span = 0;
        for (int run = 0; run < count; run++) {
            span += lengths[run];
        }
        return span;
    }

    /** Without the pairs behind the first ones. */
    Runs first(int pairs) {
        return new Runs(lengths, Math.min(count, 2 * pairs));
    }

    /** Without the pairs behind the first ones and behind so many done offsets of one more, fewer than it has. */
    Runs first(int pairs, long doneOfNext) {
        if (doneOfNext <= 0) {
            return first(pairs);
        }
        long[] shorter = Arrays.copyOf(lengths, 2 * pairs + 2);
        shorter[2 * pairs + 1] = doneOfNext;
        return new Runs(shorter, shorter.length);
    }

    /** As many of the first offsets, or fewer: where it is not all of them, the last one is done. */
    Runs within(long offsets) {
        long left = offsets;
        for (int pair = 0; pair < pairs(); pair++) {
            long notDone = lengths[2 * pair];
            long done = 2 * pair + 1 < count ? lengths[2 * pair + 1] : 0;
            if (notDone + done > left) {
                return first(pair, left - notDone);
            }
            left -= notDone + done;
        }
        return this;
    }

    /** Adds up runs in whatever pieces they come. */
    static final class Builder {

        private long[] lengths = new long[16];
        private int count;

        void add(boolean done, long length) {
            if (length == 0) {
                return;
            }
            if (count == 0 && done) {
                append(0);
            }
            if (count > 0 && isDone(count - 1) == done) {
                lengths[count - 1] += length;
            } else {
                append(length);
            }
        }

        private void append(long length) {
            if (count == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * count);
            }
            lengths[count++] = length;
        }

        Runs build() {
            return new Runs(lengths, count);
        }
    }
}
