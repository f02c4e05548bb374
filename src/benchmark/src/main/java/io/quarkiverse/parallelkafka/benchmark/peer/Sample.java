package io.quarkiverse.parallelkafka.benchmark.peer;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * What the clocks of this process say at one moment.
 *
 * @param nanos of {@link System#nanoTime()}
 * @param count records that were done
 * @param cpuNanos CPU time of the process, in steps of 10 ms
 * @param allocatedBytes on the heap, by the threads that live now
 */
record Sample(long nanos, long count, long cpuNanos, long allocatedBytes) {

    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Sample now(long count) {
        return new Sample(System.nanoTime(), count, SYSTEM.getProcessCpuTime(), allocated());
    }

    double since(Sample begin) {
        return (nanos - begin.nanos) / 1e9;
    }

    /** JDK 17 has no total. The threads that matter live as long as the peer does. */
    private static long allocated() {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
