package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/**
 * Threads that signal and one that polls, as often as {@code -Dstress.rounds} says: none of the signals is missed. A wait
 * is as long as an hour here, so that a missed one is a test that doesn't end in time.
 */
class PollSignalStressTest {

    private static final int ROUNDS = Integer.getInteger("stress.rounds", 50_000);
    private static final int SIGNALLERS = 2;
    private static final Duration FOREVER = Duration.ofHours(1);

    private final long seed = Long.getLong("stress.seed", System.nanoTime());
    private final Object monitor = new Object();
    private boolean wokenUp;
    private final PollSignal signal = new PollSignal(this::wakeUp);
    private final AtomicLong[] asked = {new AtomicLong(), new AtomicLong()};
    private final AtomicLong[] answered = {new AtomicLong(), new AtomicLong()};
    private volatile boolean over;

    private void wakeUp() {
        synchronized (monitor) {
            wokenUp = true;
            monitor.notifyAll();
        }
    }

    /** As a consumer does: the wake-up may be one that came late. */
    private void poll(Duration timeout) throws InterruptedException {
        synchronized (monitor) {
            if (!wokenUp && !timeout.isZero()) {
                monitor.wait(timeout.toMillis());
            }
            wokenUp = false;
        }
    }

    @Test
    void everySignal_isAnswered() {
        System.out.println("Stress of PollSignal, seed " + seed);
        ExecutorService threads = Executors.newFixedThreadPool(SIGNALLERS + 1);
        try {
            CompletableFuture<Void> polling = CompletableFuture.runAsync(this::poll, threads);
            List<CompletableFuture<Void>> signalling = IntStream.range(0, SIGNALLERS)
                    .mapToObj(number -> CompletableFuture.runAsync(() -> ask(number), threads)).toList();
            CompletableFuture.allOf(signalling.toArray(CompletableFuture[]::new)).orTimeout(2, TimeUnit.MINUTES).join();
            over = true;
            signal.endPoll();
            polling.orTimeout(1, TimeUnit.MINUTES).join();
        } finally {
            threads.shutdownNow();
        }
        assertThat(answered).extracting(AtomicLong::get).containsOnly((long) ROUNDS);
    }

    private void poll() {
        Random random = new Random(seed);
        try {
            while (!over) {
                Duration timeout = signal.pollStarts(FOREVER);
                if (random.nextInt(10) == 0) {
                    signal.pollCallsBack();
                    spin(random);
                    // Something that a late wake-up hits.
                    poll(Duration.ZERO);
                    signal.pollGoesOn();
                }
                poll(timeout);
                signal.pollEnded();
                for (int i = 0; i < SIGNALLERS; i++) {
                    answered[i].set(asked[i].get());
                }
                spin(random);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(int number) {
        Random random = new Random(seed + number + 1);
        for (long round = 1; round <= ROUNDS; round++) {
            asked[number].set(round);
            signal.endPoll();
            for (int spins = 0; answered[number].get() < round; spins++) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                if (spins > 100) {
                    Thread.yield();
                }
            }
            spin(random);
        }
    }

    private static void spin(Random random) {
        for (int left = random.nextInt(30); left > 0; left--) {
            Thread.onSpinWait();
        }
    }
}
