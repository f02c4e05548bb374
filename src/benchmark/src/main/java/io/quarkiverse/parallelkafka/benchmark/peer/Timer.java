package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Completes non-blocking work after its time. One thread, as an event loop would be; the same for all peers.
 *
 * <p>
 * A task is never early, and late by what the operating system takes to wake the thread, some 60 µs on Linux, plus what
 * the tasks before it take.
 */
final class Timer {

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread timer = new Thread(task, "benchmark-timer");
        timer.setDaemon(true);
        return timer;
    });

    /** Runs a task after the work's time on the timer's thread, or at once on the caller's if there is no work. */
    void after(Work work, Runnable task) {
        if (work.millis() == 0) {
            task.run();
        } else {
            thread.schedule(task, work.millis(), TimeUnit.MILLISECONDS);
        }
    }
}
