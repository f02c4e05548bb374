package io.quarkiverse.parallelkafka.benchmark.peer;

import java.lang.management.ManagementFactory;

/** What is alive on the heap. */
final class Heap {

    private static final int COLLECTIONS = 3;

    private Heap() {
    }

    /** @return the heap in use after full collections; soft references stay */
    static long liveBytes() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            // Time for a commit, and for what it lets go of.
            Thread.sleep(1500);
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
