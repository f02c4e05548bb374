package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.quarkiverse.parallelkafka.engine.guarantee.Guarantee;

/**
 * An engine at work in a test: lanes that take a record each, do with it what the test says, and ask for the next one.
 *
 * <p>
 * Thread safety: any thread may ask what was seen.
 */
public final class EngineRun<K, V> implements AutoCloseable {

    /** An attempt that began. */
    public record Seen(String topic, int partition, long offset, int attempt, long atNanos) {
    }

    private static final Duration CLOSE = Duration.ofSeconds(20);

    private final ParallelEngine<K, V> engine;
    private final Function<Delivery<K, V>, Outcome> work;
    private final List<Guarantee> guarantees;
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService workers = Executors.newScheduledThreadPool(4,
            task -> new Thread(task, "test-lane-worker"));

    private EngineRun(ParallelEngine<K, V> engine, Function<Delivery<K, V>, Outcome> work, Guarantee... guarantees) {
        this.engine = engine;
        this.work = work;
        this.guarantees = List.of(guarantees);
    }

    /** Starts an engine and as many lanes as it has records in flight at most. */
    public static <K, V> EngineRun<K, V> start(ParallelEngine<K, V> engine, int lanes,
            Function<Delivery<K, V>, Outcome> work, Guarantee... guarantees) {
        EngineRun<K, V> run = new EngineRun<>(engine, work, guarantees);
        engine.start();
        for (int lane = 0; lane < lanes; lane++) {
            engine.request(run::handle);
        }
        return run;
    }

    private void handle(Delivery<K, V> delivery) {
        guarantees.forEach(guarantee -> guarantee.started(delivery));
        seen.add(new Seen(delivery.raw().topic(), delivery.raw().partition(), delivery.raw().offset(),
                delivery.attempt(), System.nanoTime()));
        Outcome outcome = work.apply(delivery);
        if (outcome.kind() == Outcome.Kind.NEVER) {
            return;
        }
        outcome.released().thenRun(() -> endAfterWork(delivery, outcome));
    }

    private void endAfterWork(Delivery<K, V> delivery, Outcome outcome) {
        if (outcome.after().isZero()) {
            end(delivery, outcome);
            return;
        }
        try {
            workers.schedule(() -> end(delivery, outcome), outcome.after().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The run is over: like a process that was stopped, it leaves the record without an outcome.
        }
    }

    private void end(Delivery<K, V> delivery, Outcome outcome) {
        boolean success = outcome.kind() == Outcome.Kind.DONE;
        guarantees.forEach(guarantee -> guarantee.ended(delivery, success));
        if (success) {
            delivery.succeed();
        } else {
            delivery.retryAfter(outcome.delay());
        }
        engine.request(this::handle);
    }

    public ParallelEngine<K, V> engine() {
        return engine;
    }

    /** The attempts that began, in their order. */
    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    public List<Seen> seen(long offset) {
        return seen.stream().filter(attempt -> attempt.offset() == offset).toList();
    }

    List<Seen> seen(int partition, long offset) {
        return seen.stream().filter(attempt -> attempt.partition() == partition && attempt.offset() == offset).toList();
    }

    /** Waits until something is so; not any longer, once the engine has failed. */
    public void until(Callable<Boolean> reached) {
        EngineFactory.eventually().until(() -> {
            EngineSnapshot snapshot = engine.snapshot();
            if (snapshot.state() == EngineSnapshot.State.FAILED) {
                throw new IllegalStateException("The engine has failed", snapshot.failure());
            }
            return reached.call();
        });
    }

    public void close(Duration timeout) {
        engine.close(timeout);
        workers.shutdownNow();
    }

    @Override
    public void close() {
        close(CLOSE);
    }
}
