package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.Commits;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;

/** What members that come and go must not do to each other, whatever the group's protocol. */
interface ProtocolContract extends EngineFactory {

    private static void send(TestChannel channel, int partitions, int each) {
        channel.sendToEach(partitions, each, i -> "key" + i % 30);
    }

    /** Commits are so frequent that some fall into a rebalance. */
    @ParameterizedTest
    @EnumSource
    default void membersThatComeAndGoUnderLoad_loseNothing_andShareNoKey(Protocol protocol) {
        int partitions = 4;
        int rounds = 2;
        // As much as takes longer than a rebalance does to begin, so that work is in flight then.
        int each = 400;
        int expected = rounds * 2 * each * partitions;
        TestChannel channel = TestChannel.create(partitions);
        ChannelSettings settings = protocol
                .of(SettingsBuilder.like(channel.settings(KEY, 8)).commitInterval(Duration.ofMillis(20)).build());
        AtLeastOnce done = new AtLeastOnce(expected);
        OneAtATime exclusive = new OneAtATime(KEY);
        Function<Delivery<String, String>, Outcome> work = delivery -> Outcome.doneAfter(5);
        int ofOthers = 0;
        try (Commits commits = new Commits(channel);
                EngineRun<String, String> lasting = EngineRun.start(engine(settings), 8, work, done, exclusive,
                        commits)) {
            for (int round = 0; round < rounds; round++) {
                send(channel, partitions, each);
                try (EngineRun<String, String> passing = EngineRun.start(engine(settings), 8, work, done, exclusive,
                        commits)) {
                    passing.until(() -> !passing.engine().snapshot().assigned().isEmpty());
                    send(channel, partitions, each);
                    passing.until(() -> passing.seen().size() > 10);
                    passing.close(Duration.ofSeconds(10));
                    ofOthers += passing.seen().size();
                }
            }
            lasting.until(() -> done.count() == expected);
            channel.untilCommittedOfEach(partitions, expected / partitions);
            commits.check();
            exclusive.check();
            assertThat(lasting.seen().size() + ofOthers - expected).as("repeated").isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void revocation_commitsWhatIsDone_howeverFarTheNextCommitIs(Protocol protocol) {
        TestChannel channel = TestChannel.create(2);
        send(channel, 2, 300);
        ChannelSettings settings = protocol
                .of(SettingsBuilder.like(channel.settings(KEY, 8)).commitInterval(Duration.ofSeconds(60)).build());
        AtLeastOnce done = new AtLeastOnce(600);
        Function<Delivery<String, String>, Outcome> work = delivery -> Outcome.doneAfter(30);
        try (EngineRun<String, String> first = EngineRun.start(engine(settings), 8, work, done)) {
            first.until(() -> done.count() > 50);
            try (EngineRun<String, String> second = EngineRun.start(engine(settings), 8, work, done)) {
                eventually().until(() -> done.count() == 600);
                assertThat(second.seen()).as("what the second member worked on").isNotEmpty();
                assertThat(first.seen().size() + second.seen().size()).as("attempts").isEqualTo(600);
            }
        }
        assertThat(channel.committed(0).offset()).isEqualTo(300);
        assertThat(channel.committed(1).offset()).isEqualTo(300);
    }

    @ParameterizedTest
    @EnumSource(names = {"COOPERATIVE", "CONSUMER"})
    default void retainedPartitions_goOnAfterARebalance_withWorkInFlight(Protocol protocol) {
        int partitions = 6;
        TestChannel channel = TestChannel.create(partitions);
        ChannelSettings settings = protocol.of(channel.settings(KEY, 16));
        Function<Delivery<String, String>, Outcome> work = delivery -> Outcome.doneAfter(100);
        AtLeastOnce done = new AtLeastOnce(30 * partitions);
        try (EngineRun<String, String> staying = EngineRun.start(engine(settings), 16, work, done)) {
            send(channel, partitions, 10);
            staying.until(() -> done.count() > 5);
            EngineRun<String, String> passing = EngineRun.start(engine(settings), 16, work, done);
            passing.until(() -> passing.engine().snapshot().assigned().size() == 3);
            send(channel, partitions, 10);
            staying.until(() -> done.count() == 20 * partitions);
            send(channel, partitions, 10);
            passing.close(Duration.ofSeconds(10));
            staying.until(() -> done.count() == 30 * partitions);
            channel.untilCommittedOfEach(partitions, 30);
        }
    }

    /** The work takes longer than a rebalance waits for it. */
    @ParameterizedTest
    @EnumSource
    default void partitionThatComesBack_doesNotStartAKeyThatStillRuns_norCountsWhatThatEndsWith(Protocol protocol) {
        TestChannel channel = TestChannel.create(2);
        channel.sendToEach(2, 2, i -> "slow");
        ChannelSettings settings = protocol
                .of(SettingsBuilder.like(channel.settings(KEY, 8)).shutdownTimeout(Duration.ofMillis(200)).build());
        CompletableFuture<String> released = new CompletableFuture<>();
        AtLeastOnce done = new AtLeastOnce(8);
        OneAtATime exclusive = new OneAtATime(KEY);
        try (EngineRun<String, String> staying = EngineRun.start(engine(settings), 8,
                delivery -> delivery.record().key().equals("slow") ? Outcome.doneOnce(released) : Outcome.done(), done,
                exclusive)) {
            staying.until(() -> staying.engine().snapshot().inFlight() == 2);
            EngineRun<String, String> passing = EngineRun.start(engine(settings), 8, delivery -> Outcome.never());
            passing.until(() -> passing.seen().size() == 1);
            int away = passing.seen().get(0).partition();
            passing.close(Duration.ZERO);
            staying.until(() -> staying.engine().snapshot().assigned().size() == 2);
            channel.sendToEach(2, 2, i -> "quick" + i);
            staying.until(() -> done.count() == 4);
            exclusive.check();
            assertThat(staying.seen(away, 0)).as("attempts of what still runs").hasSize(1);

            released.complete("done");
            channel.untilCommittedOfEach(2, 4);
            done.check();
            exclusive.check();
            assertThat(staying.seen(away, 0)).as("attempts, the first of an assignment that ended").hasSize(2);
        }
    }
}
