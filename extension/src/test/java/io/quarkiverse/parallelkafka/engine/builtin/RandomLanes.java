package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * A random run's application: what becomes of a delivery goes by the run's seed and the record, not by which thread came
 * first.
 *
 * <p>
 * Thread safety: may be used from any thread.
 */
final class RandomLanes {

    private final long seed;
    private final RandomJudges judges;
    private final Dispatcher<String, String> dispatcher;
    private final Set<Delivery<String, String>> running = ConcurrentHashMap.newKeySet();
    private final Queue<RecordHandler<String, String>> resting = new ConcurrentLinkedQueue<>();
    private final Queue<String> broken = new ConcurrentLinkedQueue<>();
    private volatile boolean calm;

    RandomLanes(long seed, RandomJudges judges, Dispatcher<String, String> dispatcher, int lanes) {
        this.seed = seed;
        this.judges = judges;
        this.dispatcher = dispatcher;
        for (int lane = 0; lane < lanes; lane++) {
            resting.add(this::handle);
        }
    }

    /** From now on everything succeeds. */
    void calmDown() {
        calm = true;
    }

    /** A number from 0 to 99 that is the same whenever the same attempt is asked about the same thing. */
    private int chance(Delivery<?, ?> delivery, int about) {
        long mixed = seed * 31 + about;
        for (long part : new long[]{delivery.raw().partition(), delivery.raw().offset(), delivery.attempt()}) {
            mixed = (mixed ^ part) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 29;
        }
        return (int) Math.floorMod(mixed, 100L);
    }

    private void handle(Delivery<String, String> delivery) {
        judges.started(delivery);
        int chance = chance(delivery, 1);
        if (chance < 3 && !calm) {
            judges.ended(delivery, false, true);
            resting.add(this::handle);
            throw new IllegalStateException("thrown by a handler");
        }
        if (chance < 15) {
            complete(delivery);
        } else {
            running.add(delivery);
        }
    }

    /** Gives a delivery its outcome, or the same one twice, and asks for the next one, now or later. */
    private void complete(Delivery<String, String> delivery) {
        boolean success = calm || chance(delivery, 2) < 65;
        boolean counts = counts(delivery);
        judges.ended(delivery, success, counts);
        complete(delivery, success);
        if (counts && !counts(delivery)) {
            judges.endedMeanwhile(delivery);
        }
    }

    private boolean counts(Delivery<?, ?> delivery) {
        return dispatcher.with(assignments -> !((RecordAttempt<?, ?>) delivery).pending().assignment().isEnded());
    }

    private void complete(Delivery<String, String> delivery, boolean success) {
        if (success && chance(delivery, 7) < 40) {
            expect(dispatcher.succeeded((RecordAttempt<String, String>) delivery, this::handle), "the first outcome",
                    delivery);
            return;
        }
        expect(end(delivery, success), "the first outcome", delivery);
        if (chance(delivery, 3) < 5) {
            expect(!end(delivery, chance(delivery, 4) < 50), "a second outcome", delivery);
        }
        if (chance(delivery, 5) < 90) {
            dispatcher.request(this::handle);
        } else {
            resting.add(this::handle);
        }
    }

    private boolean end(Delivery<String, String> delivery, boolean success) {
        if (success) {
            return delivery.succeed();
        }
        int delay = chance(delivery, 6);
        return delivery.retryAfter(delay < 20 ? Duration.ZERO : Duration.ofMillis(5L * delay));
    }

    private void expect(boolean isSo, String outcome, Delivery<?, ?> delivery) {
        if (!isSo) {
            broken.add(outcome + " of " + delivery.raw().partition() + "/" + delivery.raw().offset());
        }
    }

    /** What runs, in an order that does not depend on threads. */
    List<Delivery<String, String>> running() {
        return running.stream().sorted(Comparator
                .<Delivery<String, String>>comparingInt(delivery -> delivery.raw().partition())
                .thenComparing(delivery -> delivery.raw().offset()).thenComparing(Delivery::attempt)).toList();
    }

    /** How many bytes run that are of assignments which have ended. */
    long bytesOfStragglers() {
        return running.stream().map(delivery -> ((RecordAttempt<?, ?>) delivery).pending())
                .filter(record -> record.assignment().isEnded()).mapToLong(PendingRecord::bytes).sum();
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    /** Ends those that still run. */
    void end(List<Delivery<String, String>> deliveries) {
        deliveries.stream().filter(running::remove).forEach(this::complete);
    }

    void endAll(Predicate<Delivery<String, String>> which) {
        end(running().stream().filter(which).toList());
    }

    /** The lanes that rest ask for a record each. */
    void wakeAll() {
        for (RecordHandler<String, String> lane = resting.poll(); lane != null; lane = resting.poll()) {
            dispatcher.request(lane);
        }
    }

    void check() {
        assertThat(broken).as("outcomes that did not count as they should").isEmpty();
    }
}
