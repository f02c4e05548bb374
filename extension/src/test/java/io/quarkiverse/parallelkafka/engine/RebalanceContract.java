package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;

/** What happens when members of the group come and go. */
public interface RebalanceContract extends EngineFactory {

    @Test
    default void joiningMember_waitsForWorkInFlight_andRepeatsNothing() {
        TestChannel channel = TestChannel.create(4);
        channel.sendToEach(4, 60, i -> "key" + i % 5);
        AtLeastOnce done = new AtLeastOnce(320);
        OneAtATime exclusive = new OneAtATime(KEY);
        try (EngineRun<String, String> first = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.doneAfter(100), done, exclusive)) {
            eventually().until(() -> done.count() > 10);
            try (EngineRun<String, String> second = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                    delivery -> Outcome.doneAfter(100), done, exclusive)) {
                eventually().until(() -> second.engine().snapshot().assigned().size() == 2);
                channel.sendToEach(4, 20, i -> "key" + i % 5);
                eventually().until(() -> done.count() == 320);
                assertThat(first.engine().snapshot().assigned()).hasSize(2);
                assertThat(second.engine().snapshot().assigned()).hasSize(2);
                assertThat(second.seen()).as("what the second member worked on").isNotEmpty();
                assertThat(first.seen().size() + second.seen().size()).as("attempts").isEqualTo(320);
            }
        }
        exclusive.check();
    }

    @Test
    default void membersThatComeAndGo_loseNothing_andKeepTheirBound() {
        TestChannel channel = TestChannel.create(3);
        AtLeastOnce done = new AtLeastOnce(999);
        InFlightBound bound = new InFlightBound(8);
        try (EngineRun<String, String> lasting = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.doneAfter(1), done, bound)) {
            for (int round = 1; round <= 3; round++) {
                channel.sendToEach(3, 111, i -> "key" + i % 50);
                try (EngineRun<String, String> passing = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                        delivery -> Outcome.doneAfter(1), done)) {
                    eventually().until(() -> !passing.engine().snapshot().assigned().isEmpty());
                    passing.close(Duration.ofSeconds(10));
                }
            }
            eventually().until(() -> done.count() == 999);
            eventually().until(() -> lasting.engine().snapshot().waiting() == 0);
            assertThat(lasting.engine().snapshot().inFlight()).isZero();
        }
        bound.check();
    }

    /** What a session that expires does, without waiting for it: the member hears of it with its next heartbeat. */
    @Test
    default void expelledMember_thatIsBackBeforeAnyOther_repeatsNothingThatWasDone() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(310);
        try (EngineRun<String, String> before = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.done(), done)) {
            before.until(() -> done.count() == 10);
        }
        ChannelSettings rarely = SettingsBuilder.like(channel.settings(KEY, 8)).commitInterval(Duration.ofHours(1))
                .build();
        channel.send(0, 200, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(rarely), 8, delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 210);
            assertThat(channel.committed(0).offset()).isEqualTo(10);
            Set<String> expelled = channel.memberIds();
            channel.expelMembers();
            run.until(() -> !channel.memberIds().isEmpty() && !channel.memberIds().equals(expelled));
            channel.send(0, 100, i -> "key" + i);
            run.until(() -> done.count() == 310);
            assertThat(run.seen()).as("attempts").hasSize(300);
        }
        assertThat(channel.committed(0).offset()).isEqualTo(310);
    }

    @Test
    default void memberThatWaitsForAnother_showsThat() {
        TestChannel channel = TestChannel.create(2);
        ChannelSettings settings = Protocol.EAGER.of(SettingsBuilder.like(channel.settings(KEY, 1))
                .shutdownTimeout(Duration.ofMinutes(1)).build());
        CompletableFuture<Void> released = new CompletableFuture<>();
        try (EngineRun<String, String> waiting = EngineRun.start(engine(settings), 1, delivery -> Outcome.done());
                EngineRun<String, String> busy = EngineRun.start(engine(settings), 1,
                        delivery -> Outcome.doneOnce(released))) {
            eventually().until(() -> waiting.engine().snapshot().assigned().size() == 1
                    && busy.engine().snapshot().assigned().size() == 1);
            assertThat(waiting.engine().snapshot().rebalancing()).isFalse();
            channel.send(0, 1, i -> "key");
            channel.send(1, 1, i -> "key");
            busy.until(() -> busy.engine().snapshot().inFlight() == 1);
            try (EngineRun<String, String> joining = EngineRun.start(engine(settings), 1,
                    delivery -> Outcome.done())) {
                eventually().until(() -> waiting.engine().snapshot().rebalancing()
                        && waiting.engine().snapshot().assigned().isEmpty());
                assertThat(waiting.engine().snapshot().joined()).isTrue();
                assertThat(joining.engine().snapshot().joined()).isFalse();
                released.complete(null);
                eventually().until(() -> joining.engine().snapshot().joined()
                        && !waiting.engine().snapshot().rebalancing());
            }
        } finally {
            released.complete(null);
        }
    }

    @Test
    default void goingMember_leavesItsPartitionsToTheOthers_atOnce() {
        TestChannel channel = TestChannel.create(2);
        AtLeastOnce done = new AtLeastOnce(20);
        try (EngineRun<String, String> staying = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.done(), done)) {
            EngineRun<String, String> going = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                    delivery -> Outcome.done(), done);
            eventually().until(() -> going.engine().snapshot().assigned().size() == 1);
            going.close(Duration.ofSeconds(10));
            // Without leaving the group, this would take the session timeout of 45 seconds.
            eventually().atMost(Duration.ofSeconds(20))
                    .until(() -> staying.engine().snapshot().assigned().size() == 2);
            channel.send(0, 10, i -> "key" + i);
            channel.send(1, 10, i -> "key" + i);
            eventually().until(() -> done.count() == 20);
        }
    }
}
