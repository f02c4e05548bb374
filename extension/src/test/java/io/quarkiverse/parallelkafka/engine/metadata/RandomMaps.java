package io.quarkiverse.parallelkafka.engine.metadata;

import java.util.Random;
import java.util.stream.LongStream;

/** Offset maps of all shapes, from a seed. */
final class RandomMaps {

    /** Where an encoding changes its mind. */
    private static final int[] EDGES = {1, 2, 7, 8, 9, 64, Short.MAX_VALUE - 1, Short.MAX_VALUE, Short.MAX_VALUE + 1,
            2 * Short.MAX_VALUE, 2 * Short.MAX_VALUE + 1};

    private final Random random;

    RandomMaps(long seed) {
        random = new Random(seed);
    }

    /** Begins at any offset and most often with one that is not done; ends with either. */
    OffsetMap next(int maxSpan) {
        long base = random.nextInt(4) == 0 ? 0 : random.nextLong(1L << 50);
        int span = 1 + (int) (maxSpan * Math.pow(random.nextDouble(), 4));
        return random.nextBoolean()
                ? scattered(base, span, Math.pow(random.nextDouble(), 3))
                : clustered(base, maxSpan);
    }

    /** Each offset is not done with the same probability; the first one isn't. */
    OffsetMap scattered(long base, int span, double share) {
        return new OffsetMap(base, base + span, LongStream.range(base, base + span)
                .filter(offset -> offset == base || random.nextDouble() < share).toArray());
    }

    /** Runs of lengths near those that are hard to encode. */
    private OffsetMap clustered(long base, int maxSpan) {
        LongStream.Builder incomplete = LongStream.builder();
        long end = base;
        boolean done = random.nextInt(8) == 0;
        for (int run = random.nextInt(12); run >= 0; run--) {
            long length = Math.min(EDGES[random.nextInt(EDGES.length)], base + maxSpan - end);
            if (!done) {
                LongStream.range(end, end + length).forEach(incomplete);
            }
            end += length;
            done = !done;
        }
        return new OffsetMap(base, end, incomplete.build().toArray());
    }
}
