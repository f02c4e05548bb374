package io.quarkiverse.parallelkafka.engine.metadata;

import java.util.Arrays;

/**
 * What is known of the offsets of a partition from its base on: which are done, which are not.
 *
 * <p>
 * An offset that the log does not hold (compacted away, a transaction marker) counts as done.
 *
 * @param base the committed offset; every offset below it is done
 * @param end the first offset, at or above the base, of which nothing is known
 * @param incomplete the offsets in {@code [base, end)} that are not done, ascending; all others there are
 */
public record OffsetMap(long base, long end, long[] incomplete) {

    /** @throws IllegalArgumentException if the offsets are negative, out of order or out of range */
    public OffsetMap {
        incomplete = incomplete.clone();
        if (base < 0 || end < base) {
            throw new IllegalArgumentException("Not a range of offsets: from " + base + " to " + end);
        }
        long previous = base - 1;
        for (long offset : incomplete) {
            if (offset <= previous || offset >= end) {
                throw new IllegalArgumentException("Incomplete offset " + offset + " after " + previous
                        + " does not ascend within " + base + " to " + end);
            }
            previous = offset;
        }
    }

    /**
     * @param base every offset below it is done
     * @return a map of nothing beyond the base
     */
    public static OffsetMap empty(long base) {
        return new OffsetMap(base, base, new long[0]);
    }

    /** @return whether nothing is known beyond the base */
    public boolean isEmpty() {
        return base == end;
    }

    /**
     * @param offset at or above the base
     * @return the same, but nothing is known from the offset on
     */
    public OffsetMap before(long offset) {
        return offset >= end
                ? this
                : new OffsetMap(base, offset, Arrays.stream(incomplete).filter(each -> each < offset).toArray());
    }

    /** @return a copy */
    @Override
    public long[] incomplete() {
        return incomplete.clone();
    }

    /** @return whether the offset needs no more work; {@code false} where nothing is known */
    public boolean isDone(long offset) {
        return offset < base || offset < end && Arrays.binarySearch(incomplete, offset) < 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OffsetMap map && base == map.base && end == map.end
                && Arrays.equals(incomplete, map.incomplete);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(base) + Long.hashCode(end)) + Arrays.hashCode(incomplete);
    }

    @Override
    public String toString() {
        return "OffsetMap[" + base + " to " + end + ", " + incomplete.length + " incomplete]";
    }
}
