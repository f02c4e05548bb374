package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** That work goes on where there is some; not how fast. */
interface ThroughputContract extends EngineFactory {

    @Test
    default void manyKeysInOnePartition_neverStandStill() {
        int count = 60_000;
        TestChannel channel = TestChannel.create(1);
        // At random, so that what is done beyond the base has no pattern that commit metadata could be short for.
        Random random = new Random(1);
        channel.send(0, count, i -> Integer.toHexString(random.nextInt(10_000) * 0x9E3779B9));
        AtLeastOnce done = new AtLeastOnce(count);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 100)), 100,
                delivery -> Outcome.doneAfter(10), done)) {
            run.until(() -> done.count() == count);
            assertThat(longestGap(run.seen())).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    default void stuckRecord_doesNotStopTheRestOfItsPartition() {
        int count = 30_000;
        TestChannel channel = TestChannel.create(1);
        channel.send(0, count, i -> "key" + i % 3_000);
        AtLeastOnce done = new AtLeastOnce(count);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> delivery.raw().offset() == 5 ? Outcome.never() : Outcome.done(), done)) {
            // The ten records of the stuck one's key wait for it, and nothing else does.
            run.until(() -> done.count() == count - 10);
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void failingKeyWithManyRecords_doesNotStopTheRestOfItsPartition() {
        int count = 10_000;
        TestChannel channel = TestChannel.create(1);
        channel.send(0, count, i -> i % 2 == 0 ? "failing" : "key" + i);
        AtLeastOnce done = new AtLeastOnce(count);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> delivery.raw().offset() == 0
                        ? Outcome.retryAfter(Duration.ofMillis(50))
                        : Outcome.done(),
                done)) {
            run.until(() -> done.count() == count / 2);
            run.close(Duration.ZERO);
        }
    }

    private static Duration longestGap(List<EngineRun.Seen> seen) {
        long longest = 0;
        for (int i = 1; i < seen.size(); i++) {
            longest = Math.max(longest, seen.get(i).atNanos() - seen.get(i - 1).atNanos());
        }
        return Duration.ofNanos(longest);
    }
}
