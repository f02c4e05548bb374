package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;

/**
 * The whole engine on a mock, with threads that race to give each delivery its outcome. Partitions are full all the time
 * and commits far between, so that nothing but a signal ends a poll in time.
 */
class EngineStressTest {

    private static final int RECORDS = Integer.getInteger("stress.records", 20_000);
    private static final int PARTITIONS = 3;
    private static final int LANES = 5;

    private final long seed = Long.getLong("stress.seed", System.nanoTime());
    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final InFlightBound bound = new InFlightBound(LANES);
    private final Set<Long> done = ConcurrentHashMap.newKeySet();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource
    void everyDelivery_hasOneOutcome_andNothingIsLeft(Ordering ordering) {
        System.out.println("Stress of the engine, " + ordering + ", seed " + seed);
        OneAtATime oneAtATime = new OneAtATime(ordering);
        try (TestEngine test = TestEngine.of(TestMembership.settings(ordering).maxConcurrency(LANES).maxWaiting(4)
                .commitInterval(Duration.ofHours(1)).build(), System::nanoTime, 0, 1, 2)) {
            Random random = new Random(seed);
            for (int i = 0; i < RECORDS; i++) {
                test.log.append(i % PARTITIONS, random.nextInt(5) == 0 ? null : "key" + random.nextInt(20));
            }
            test.engine.start();
            test.consumer(0).maxPollRecords(5);
            for (int lane = 0; lane < LANES; lane++) {
                new Lane(test, oneAtATime, new Random(seed + lane)).ask();
            }
            test.until(() -> done.size() == RECORDS || !violations.isEmpty());
            assertThat(test.consumer(0).pollsThatWaited(Duration.ofMillis(500))).as("polls in which nothing came")
                    .isLessThan(10);
            test.until(() -> test.engine.snapshot().inFlight() == 0);
            EngineSnapshot snapshot = test.engine.snapshot();
            assertThat(snapshot.waiting()).isZero();
            test.engine.close(Duration.ofMinutes(1));
            for (int partition = 0; partition < PARTITIONS; partition++) {
                assertThat(test.log.committedOffset(partition)).isEqualTo(test.log.end(test.log.partition(partition)));
            }
        } finally {
            workers.shutdownNow();
        }
        assertThat(violations).isEmpty();
        bound.check();
        oneAtATime.check();
    }

    /** Takes a record at a time; its outcomes race each other. */
    private final class Lane {

        private final TestEngine test;
        private final OneAtATime oneAtATime;
        private final Random random;

        Lane(TestEngine test, OneAtATime oneAtATime, Random random) {
            this.test = test;
            this.oneAtATime = oneAtATime;
            this.random = random;
        }

        void ask() {
            test.engine.request(this::handle);
        }

        private void handle(Delivery<String, String> delivery) {
            bound.started(delivery);
            oneAtATime.started(delivery);
            Duration delay = random.nextInt(50) == 0 ? Duration.ofMillis(1) : Duration.ZERO;
            boolean retried = random.nextInt(4) == 0;
            AtomicInteger left = new AtomicInteger(2);
            AtomicInteger outcomes = new AtomicInteger();
            oneAtATime.ended(delivery, true);
            bound.ended(delivery, true);
            if (random.nextInt(3) == 0) {
                workers.execute(() -> succeedAndAsk(delivery));
                return;
            }
            race(delivery, left, outcomes, () -> succeed(delivery));
            race(delivery, left, outcomes,
                    () -> retried ? delivery.retryAfter(delay) : succeed(delivery));
        }

        private void succeedAndAsk(Delivery<String, String> delivery) {
            // Told before: the next record may begin before the call returns.
            done(delivery);
            if (!test.engine.succeedAndRequest(delivery, this::handle)) {
                violations.add("no outcome of " + delivery.raw().offset());
            }
        }

        private boolean succeed(Delivery<String, String> delivery) {
            boolean first = delivery.succeed();
            if (first) {
                done(delivery);
            }
            return first;
        }

        private void done(Delivery<String, String> delivery) {
            long number = delivery.raw().offset() * PARTITIONS + delivery.raw().partition();
            if (!done.add(number)) {
                violations.add(number + " done twice");
            }
        }

        private void race(Delivery<String, String> delivery, AtomicInteger left, AtomicInteger outcomes,
                BooleanSupplier outcome) {
            workers.execute(() -> {
                if (outcome.getAsBoolean()) {
                    outcomes.incrementAndGet();
                }
                if (left.decrementAndGet() == 0) {
                    if (outcomes.get() != 1) {
                        violations.add(outcomes + " outcomes of " + delivery.raw().offset());
                    }
                    ask();
                }
            });
        }
    }
}
