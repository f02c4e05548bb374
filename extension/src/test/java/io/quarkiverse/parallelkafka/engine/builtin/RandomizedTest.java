package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * Random steps from a seed, judged by what an engine promises.
 *
 * <p>
 * {@code -Drandomized.steps} says how many for each ordering, {@code -Drandomized.seed} where to begin. Runs of a thousand
 * steps have a seed each, one more than the run before. What fails says its seed; threads take part, so a rare failure may
 * need some tries.
 */
class RandomizedTest {

    private static final int STEPS_OF_RUN = 1_000;
    private static final int STEPS = Integer.getInteger("randomized.steps", 4_000);
    private static final long SEED = Long.getLong("randomized.seed", System.nanoTime() >>> 10);

    @ParameterizedTest
    @EnumSource
    void anyCourseOfEvents_keepsThePromises(Ordering ordering) {
        int runs = (STEPS + STEPS_OF_RUN - 1) / STEPS_OF_RUN;
        System.out.println("Random steps, " + ordering + ": " + runs + " runs from seed " + SEED + " on");
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int run = 0; run < runs; run++) {
                new RandomRun(SEED + run, ordering, threads).run(Math.min(STEPS, STEPS_OF_RUN));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
