package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** How an engine ends. */
interface CloseContract extends EngineFactory {

    @Test
    default void close_waitsForWorkInFlight_andCommitsIt() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 50, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(4);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                delivery -> Outcome.doneAfter(700), done)) {
            run.until(() -> run.engine().snapshot().inFlight() == 4);
            run.engine().close(Duration.ofSeconds(30));
            done.check();
            assertThat(run.seen()).as("nothing more was handed out").hasSize(4);
            assertThat(channel.committed(0).offset()).isEqualTo(4);
            assertThat(run.engine().snapshot().state()).isEqualTo(State.CLOSED);
        }
    }

    @Test
    default void close_underLoad_commitsAllThatEnded_andTheNextTakesTheRest() {
        TestChannel channel = TestChannel.create(3);
        channel.sendToEach(3, 400, i -> "key" + i % 50);
        AtLeastOnce done = new AtLeastOnce(1200);
        EngineRun<String, String> first = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> Outcome.doneAfter(delivery.raw().offset() % 20), done);
        first.until(() -> done.count() > 200);
        first.close(Duration.ofSeconds(30));
        assertThat(first.seen()).as("attempts, all of them ended").hasSize(done.count()).hasSizeLessThan(1200);
        try (EngineRun<String, String> second = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> Outcome.done(), done)) {
            second.until(() -> done.count() == 1200);
            assertThat(first.seen().size() + second.seen().size()).as("attempts").isEqualTo(1200);
        }
    }

    @Test
    default void close_doesNotWaitForRetries_norStartsThem() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 3, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> switch ((int) delivery.raw().offset()) {
                    case 0 -> Outcome.retryAfter(Duration.ofMinutes(5));
                    // Fails while the engine closes.
                    case 1 -> Outcome.failedAfter(500, Duration.ZERO);
                    default -> Outcome.doneAfter(500);
                })) {
            run.until(() -> run.seen().size() == 3);
            run.engine().close(Duration.ofMinutes(1));
            assertThat(run.engine().snapshot().state()).isEqualTo(State.CLOSED);
            assertThat(run.seen()).as("attempts").hasSize(3);
        }
        try (EngineRun<String, String> next = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done())) {
            next.until(() -> next.seen().size() == 2);
            channel.untilCommitted(0, 3);
            assertThat(next.seen()).extracting(EngineRun.Seen::offset).containsExactlyInAnyOrder(0L, 1L);
        }
    }

    @Test
    default void close_leavesNoThread_andNoMember() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 20, i -> "key" + i);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        AtLeastOnce done = new AtLeastOnce(20);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 20);
            assertThat(threadsOf(channel, before)).as("threads while it runs").isNotEmpty();
        }
        eventually().untilAsserted(() -> assertThat(threadsOf(channel, before)).isEmpty());
        assertThat(channel.members()).isZero();
    }

    /** The threads that are new and not a broker's: named after the channel or its group, or by a thread pool. */
    private static List<String> threadsOf(TestChannel channel, Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.contains(channel.name()) || name.startsWith("pool-") || name.startsWith("pc-"))
                .toList();
    }

    @Test
    default void close_manyTimesAtOnce_endsOnce() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 8, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(8);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.doneAfter(300), done)) {
            run.until(() -> run.engine().snapshot().inFlight() == 8);
            Stream.generate(() -> CompletableFuture.runAsync(() -> run.engine().close(Duration.ofSeconds(20)),
                    task -> new Thread(task, "closer").start())).limit(4).toList().forEach(CompletableFuture::join);
            done.check();
            run.engine().close(Duration.ofSeconds(20));
            assertThat(run.engine().snapshot().state()).isEqualTo(State.CLOSED);
            assertThat(channel.committed(0).offset()).isEqualTo(8);
        }
    }

    @Test
    default void close_withinAllTime_waitsForWhatIsInFlight() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 4, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                delivery -> Outcome.doneAfter(300))) {
            run.until(() -> run.seen().size() == 4);
            run.engine().close(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
            assertThat(run.engine().snapshot().state()).isEqualTo(State.CLOSED);
        }
        assertThat(channel.committed(0).offset()).isEqualTo(4);
    }

    @Test
    default void close_withinLessThanNoTime_waitsForNothing() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 1, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                delivery -> Outcome.never())) {
            run.until(() -> run.seen().size() == 1);
            run.engine().close(Duration.ofSeconds(Long.MIN_VALUE));
            assertThat(run.engine().snapshot().state()).isEqualTo(State.CLOSED);
        }
    }

    @Test
    default void close_beforeStart_isTheEnd() {
        ParallelEngine<String, String> engine = engine(TestChannel.withoutTopic().settings(KEY, 8));
        assertThat(engine.snapshot().state()).isEqualTo(State.NEW);
        engine.close(Duration.ofSeconds(1));
        assertThat(engine.snapshot().state()).isEqualTo(State.CLOSED);
        assertThatIllegalStateException().isThrownBy(engine::start);
    }

    @Test
    default void start_twice_isRefused() {
        ParallelEngine<String, String> engine = engine(TestChannel.create(1).settings(KEY, 8));
        engine.start();
        try {
            assertThatIllegalStateException().isThrownBy(engine::start);
            assertThat(engine.snapshot().state()).isEqualTo(State.RUNNING);
        } finally {
            engine.close(Duration.ofSeconds(1));
        }
    }

    @Test
    default void close_fromTheThreadThatHasTheRecord_ends() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 1, i -> "key");
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 8));
        engine.request(delivery -> {
            engine.close(Duration.ofMillis(500));
            delivery.succeed();
        });
        engine.start();
        eventually().until(() -> engine.snapshot().state() == State.CLOSED);
    }

    @Test
    default void stuckRecord_delaysClosingByTheTimeout_andIsReadAgain() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> "key" + i);
        Queue<Delivery<String, String>> stuck = new ConcurrentLinkedQueue<>();
        AtLeastOnce done = new AtLeastOnce(9);
        EngineRun<String, String> first = EngineRun.start(engine(channel.settings(KEY, 4)), 4, delivery -> {
            if (delivery.raw().offset() == 3) {
                stuck.add(delivery);
                return Outcome.never();
            }
            return Outcome.done();
        }, done);
        eventually().until(() -> done.count() == 9 && stuck.size() == 1);
        long start = System.nanoTime();
        first.close(Duration.ofSeconds(1));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(1),
                Duration.ofSeconds(1).plus(OutageContract.LEAVING));
        assertThat(first.engine().snapshot().state()).isEqualTo(State.CLOSED);
        stuck.element().succeed();

        try (EngineRun<String, String> second = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done())) {
            eventually().until(() -> !second.seen(3).isEmpty());
        }
        assertThat(channel.committed(0).offset()).isEqualTo(10);
    }

    @Test
    default void stopDispatching_handsOutNothingMore_andKeepsTheMembership() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 200, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(200);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                delivery -> Outcome.doneAfter(30), done)) {
            run.until(() -> done.count() > 10);
            run.engine().stopDispatching();
            run.until(() -> run.engine().snapshot().inFlight() == 0);
            int ended = done.count();
            assertThat(run.seen()).hasSize(ended);
            eventually().until(() -> channel.committed(0) != null && channel.committed(0).offset() > 0);
            EngineSnapshot stopped = run.engine().snapshot();
            assertThat(stopped.state()).isEqualTo(State.STOPPING);
            assertThat(stopped.assigned()).hasSize(1);
            // Long enough for many passes of any engine's loop.
            eventually().pollDelay(700, TimeUnit.MILLISECONDS).until(() -> true);
            assertThat(run.seen()).hasSize(ended);
        }
    }

    @Test
    default void stopDispatching_withholdsWhatIsReady() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> "key" + i);
        Queue<Long> handedOut = new ConcurrentLinkedQueue<>();
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 4));
        engine.start();
        // One is handed out, three more are ready to be and nobody asks for them.
        engine.request(delivery -> handedOut.add(delivery.raw().offset()));
        eventually().until(() -> handedOut.size() == 1 && engine.snapshot().waiting() == 9);
        engine.stopDispatching();
        for (int handler = 0; handler < 4; handler++) {
            engine.request(delivery -> handedOut.add(delivery.raw().offset()));
        }
        engine.close(Duration.ofMillis(100));
        assertThat(handedOut).hasSize(1);
        assertThat(channel.nextToRead(0)).isZero();
    }
}
