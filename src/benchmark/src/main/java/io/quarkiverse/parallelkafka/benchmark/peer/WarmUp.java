package io.quarkiverse.parallelkafka.benchmark.peer;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Has a peer read the topic, as often as there is time for, until the compiler has little left to do: only then its rate is
 * the peer's. Some peers keep the compiler busy for longer than others.
 */
final class WarmUp {

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Of one core. */
    private static final double LITTLE = 0.05;
    /** A compiler that never comes to rest is part of what the peer costs. */
    private static final int LONGEST_TIMES_LEAST = 3;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final long leastNanos;
    private final long beginNanos = System.nanoTime();
    private long lookedNanos = beginNanos;
    private long compiledMillis = compiler.getTotalCompilationTime();
    private boolean isQuiet;

    private WarmUp(long leastMillis) {
        this.leastNanos = TimeUnit.MILLISECONDS.toNanos(leastMillis);
    }

    /** Takes as long as the job's first round has to, at least. */
    static void run(Peer peer, Job job) throws InterruptedException {
        new WarmUp(job.window().firstRoundMillis()).read(peer, job);
    }

    private void read(Peer peer, Job job) throws InterruptedException {
        for (int i = 1; goesOn(); i++) {
            Job again = job.inGroup(job.group() + "-warm-up-" + i);
            Meter unused = new Meter(again);
            try (Peer.Running running = peer.start(again, unused)) {
                while (goesOn() && !unused.isWholeTopicDone()) {
                    unused.awaitWholeTopic(lookedNanos + BETWEEN_LOOKS_NANOS);
                    look();
                }
            }
        }
    }

    private boolean goesOn() {
        long nanos = System.nanoTime() - beginNanos;
        return nanos < leastNanos || !isQuiet && nanos < LONGEST_TIMES_LEAST * leastNanos;
    }

    private void look() {
        long now = System.nanoTime();
        if (now - lookedNanos >= BETWEEN_LOOKS_NANOS) {
            long compiled = compiler.getTotalCompilationTime();
            isQuiet = TimeUnit.MILLISECONDS.toNanos(compiled - compiledMillis) < LITTLE * (now - lookedNanos);
            lookedNanos = now;
            compiledMillis = compiled;
        }
    }
}
