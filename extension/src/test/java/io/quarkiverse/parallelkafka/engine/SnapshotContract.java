package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** What an engine shows of each of its partitions. */
interface SnapshotContract extends EngineFactory {

    private static PartitionSnapshot of(EngineRun<?, ?> run, TestChannel channel, int partition) {
        return run.engine().snapshot().partitions().stream()
                .filter(each -> each.partition().equals(new TopicPartition(channel.topic(), partition)))
                .findFirst().orElseThrow();
    }

    @Test
    default void partition_showsWhatIsNotDone_andWhatItWaitsFor() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 20, i -> switch (i) {
            case 3, 10 -> "slow";
            case 5, 7, 19 -> "failing";
            default -> "key" + i;
        });
        channel.send(1, 20, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(40);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> switch (delivery.record().key()) {
                    case "slow" -> Outcome.never();
                    case "failing" -> Outcome.retryAfter(Duration.ofMinutes(5));
                    default -> Outcome.done();
                }, done)) {
            run.until(() -> done.count() == 35);
            eventually().untilAsserted(() -> {
                PartitionSnapshot shown = of(run, channel, 0);
                assertThat(shown.paused()).isNull();
                assertThat(shown.base()).isEqualTo(3);
                assertThat(shown.doneBeyondBase()).isEqualTo(12);
                assertThat(shown.inFlight()).isEqualTo(1);
                assertThat(shown.waiting()).isEqualTo(1);
                assertThat(shown.retrying()).isEqualTo(3);
                assertThat(shown.lag()).isEqualTo(17);
                assertThat(shown.oldest()).isNotNull();
                assertThat(shown.oldest().offset()).isEqualTo(3);
                assertThat(shown.oldest().attempt()).isEqualTo(1);
                assertThat(shown.oldest().age()).isPositive();
                PartitionSnapshot other = of(run, channel, 1);
                assertThat(other.base()).isEqualTo(20);
                assertThat(other.lag()).isZero();
                assertThat(other.oldest()).isNull();
            });
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void partition_takesInNoMoreThanMayWait_andShowsThat() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 5000, i -> "key" + i);
        ChannelSettings settings = TestChannel.with(
                SettingsBuilder.like(channel.settings(UNORDERED, 4)).maxWaiting(300).build(), "max.poll.records", 100);
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4, delivery -> Outcome.never())) {
            run.until(() -> !run.engine().snapshot().pausedFor(PauseReason.WAITING).isEmpty());
            assertThat(of(run, channel, 0).waiting()).isBetween(300, 300 + 100);
            assertThat(of(run, channel, 1).paused()).isNull();
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void partition_takesInNoMoreThanMayBeRetried_andShowsThat() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 5000, i -> "key" + i);
        ChannelSettings settings = TestChannel.with(
                SettingsBuilder.like(channel.settings(UNORDERED, 4)).maxWaiting(100).build(), "max.poll.records", 50);
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4,
                delivery -> Outcome.retryAfter(Duration.ofMinutes(5)))) {
            run.until(() -> !run.engine().snapshot().pausedFor(PauseReason.HELD_UP).isEmpty());
            assertThat(of(run, channel, 0).retrying()).isBetween(settings.maxHeldUp(),
                    settings.maxHeldUp() + 100 + 50 + 4);
            assertThat(of(run, channel, 1).paused()).isNull();
        }
    }

    @Test
    default void partition_takesInNoMoreBytesThanItMay_andShowsThat() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 5000, i -> "a key of twenty byte");
        ChannelSettings settings = TestChannel.with(
                SettingsBuilder.like(channel.settings(UNORDERED, 4)).maxWaitingBytes(20_000).build(),
                "max.poll.records", 50);
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4, delivery -> Outcome.never())) {
            run.until(() -> !run.engine().snapshot().pausedFor(PauseReason.BYTES).isEmpty());
            assertThat(of(run, channel, 0).waiting()).isBetween(20_000 / 2 / 40, 20_000 / 2 / 20 + 50);
            assertThat(of(run, channel, 1).paused()).isNull();
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void recordsLargerThanAllThatMayBeTaken_areDone() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 500, i -> "key" + i);
        channel.send(1, 500, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(1000);
        ChannelSettings settings = SettingsBuilder.like(channel.settings(KEY, 4)).maxWaitingBytes(1).build();
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4, delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 1000);
        }
    }

    @Test
    default void partitionWhoseMapIsFull_showsThat() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 50_000, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                // A quarter, and the same ones in each run.
                delivery -> new SplittableRandom(delivery.raw().offset()).nextInt(4) == 0
                        ? Outcome.retryAfter(Duration.ofMinutes(5))
                        : Outcome.done())) {
            run.until(() -> !run.engine().snapshot().pausedFor(PauseReason.COMMIT_METADATA).isEmpty());
        }
    }
}
