package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.PARTITION;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** That nobody waits for another's work without need. Judged by what is done when, in order and number. */
interface FairnessContract extends EngineFactory {

    /** The failing ones take more of the lanes' time than there is, if they get it. */
    @ParameterizedTest
    @EnumSource(value = Ordering.class, names = {"KEY", "UNORDERED"})
    default void failingRecordsAtTheHead_leaveLanesToTheRest(Ordering ordering) {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 4000, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(3700);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(ordering, 4)), 4,
                delivery -> delivery.raw().offset() < 300
                        ? Outcome.failedAfter(2, Duration.ofMillis(50))
                        : Outcome.done(),
                done)) {
            run.until(() -> done.count() == 3700);
            assertThat(run.seen(299)).as("attempts of the last one that fails").isNotEmpty();
        }
    }

    @Test
    default void hotKey_holdsNeitherOtherKeysNorOtherPartitions() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 1200, i -> i < 300 ? "hot" : "key" + i);
        channel.send(1, 300, i -> "key" + i);
        AtLeastOnce hot = new AtLeastOnce(300);
        AtLeastOnce others = new AtLeastOnce(1200);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4, delivery -> {
            boolean isHot = delivery.record().key().equals("hot");
            (isHot ? hot : others).ended(delivery, true);
            return Outcome.doneAfter(isHot ? 10 : 1);
        })) {
            run.until(() -> others.count() == 1200);
            assertThat(hot.count()).as("of 300 with the hot key").isLessThanOrEqualTo(200);
        }
    }

    @Test
    default void stuckPartition_withMoreThanMayWait_holdsNoOther() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 20_000, i -> "key" + i);
        CompletableFuture<String> released = new CompletableFuture<>();
        AtLeastOnce done = new AtLeastOnce(1000);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(PARTITION, 4)), 4,
                delivery -> delivery.raw().partition() == 0 ? Outcome.doneOnce(released) : Outcome.done(), done)) {
            run.until(() -> run.engine().snapshot().waiting() > 0);
            channel.send(1, 1000, i -> "key" + i);
            run.until(() -> done.count(1) == 1000);
            assertThat(run.seen()).filteredOn(attempt -> attempt.partition() == 0).hasSize(1);
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void newRecordsOfOnePartition_doNotWaitForTheBacklogOfAnother() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 50_000, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(50_010);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(PARTITION, 4)), 4,
                delivery -> Outcome.doneAfter(1), done)) {
            run.until(() -> done.count(0) > 100);
            int before = done.count(0);
            channel.send(1, 10, i -> "key" + i);
            run.until(() -> done.count(1) == 10);
            assertThat(done.count(0) - before).as("of the backlog, meanwhile").isLessThan(5000);
        }
    }

    @Test
    default void partitions_shareTheLanes() {
        TestChannel channel = TestChannel.create(2);
        channel.sendToEach(2, 6000, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(12_000);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.doneAfter(1), done)) {
            run.until(() -> done.count() > 5000);
            assertThat(done.count(0)).as("of partition 0, out of 5000").isGreaterThan(1000);
            assertThat(done.count(1)).as("of partition 1, out of 5000").isGreaterThan(1000);
        }
    }

    /** The delay is kept for each of many that fail at once, while lanes have other work to do. */
    @Test
    default void retries_areNeitherEarly_norLate_norInTheWay() {
        Duration delay = Duration.ofSeconds(1);
        int failing = 50;
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 2000, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(2000 - failing);
        List<Duration> gaps = new ArrayList<>();
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 8)), 8,
                delivery -> delivery.raw().offset() < failing ? Outcome.retryAfter(delay) : Outcome.doneAfter(1),
                done)) {
            run.until(() -> done.count() == 2000 - failing);
            for (int offset = 0; offset < failing; offset++) {
                int failed = offset;
                run.until(() -> run.seen(failed).size() >= 3);
                List<EngineRun.Seen> attempts = run.seen(failed);
                for (int i = 1; i < attempts.size(); i++) {
                    gaps.add(Duration.ofNanos(attempts.get(i).atNanos() - attempts.get(i - 1).atNanos()));
                }
            }
        }
        assertThat(gaps).allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(delay));
        // A busy machine may hold up some; an engine that drifts is late with most.
        gaps.sort(null);
        assertThat(gaps.get(gaps.size() / 2)).as("half of them").isLessThan(delay.multipliedBy(6).dividedBy(5));
    }
}
