package io.quarkiverse.parallelkafka.engine.confluent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import org.apache.kafka.common.errors.InterruptException;

/**
 * What other threads have the control thread do, between two passes of the library's control loop. The library's
 * bookkeeping breaks when two threads change it, so only the control thread does.
 */
final class ControlTasks {

    private static final long LOOK_AGAIN_MILLIS = 20;

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private volatile Runnable wakeUp = () -> {
    };
    private volatile boolean ended;

    /**
     * @param wakeUp ends the control thread's sleep; called on any thread
     */
    void wakenBy(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /** Leaves a task and does not wait for it. If it fails, the control thread does. */
    void post(Runnable task) {
        tasks.add(task);
        wakeUp();
    }

    /**
     * Leaves a task and waits until it was run.
     *
     * @return whether it was; not, if the control thread has ended
     * @throws RuntimeException whatever the task threw
     */
    boolean runAndWait(Runnable task) {
        FutureTask<?> future = new FutureTask<>(task, null);
        post(future);
        while (!ended || future.isDone()) {
            try {
                future.get(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                continue;
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            }
        }
        return false;
    }

    /** Ends the control thread's sleep. */
    void wakeUp() {
        wakeUp.run();
    }

    /**
     * Runs what was left before this call. What is left meanwhile waits for the next call, and so for a pass of the control
     * loop. Called on the control thread, which alone takes tasks.
     */
    void run() {
        for (int left = tasks.size(); left > 0; left--) {
            tasks.remove().run();
        }
    }

    /**
     * Runs what is left until something is so, or until a time has passed. Called on the control thread, which thereby
     * can wait for a thread that waits for it.
     */
    void runUntil(BooleanSupplier reached, long timeoutMillis) {
        long start = System.nanoTime();
        while (!reached.getAsBoolean() && TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) < timeoutMillis) {
            try {
                Runnable task = tasks.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        run();
    }

    /** From now on nothing is run any more, and nobody waits. */
    void end() {
        ended = true;
    }
}
