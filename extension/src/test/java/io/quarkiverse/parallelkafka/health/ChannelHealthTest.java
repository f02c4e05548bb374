package io.quarkiverse.parallelkafka.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.Incomplete;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

class ChannelHealthTest {

    private static final TopicPartition PARTITION = new TopicPartition("users", 0);

    @Test
    void runningWithPartitions_isUpEverywhere() {
        ChannelHealth health = health(State.RUNNING, null, true, true, PARTITION);

        assertThat(health.liveness().isOk()).isTrue();
        assertThat(health.startup().isOk()).isTrue();
        assertThat(health.readiness().isOk()).isTrue();
        assertThat(health.readiness().getMessage()).isEqualTo("reads users-0");
        assertThat(health.readiness().getChannel()).isEqualTo("users");
    }

    @Test
    void noBrokerYet_isAliveAndNotStarted() {
        ChannelHealth health = health(State.RUNNING, null, false, false);

        assertThat(health.liveness().isOk()).isTrue();
        assertThat(health.startup().isOk()).isFalse();
        assertThat(health.startup().getMessage()).isEqualTo("no connection to a broker yet");
        assertThat(health.readiness().isOk()).isFalse();
    }

    @Test
    void brokerLost_isAliveStartedAndNotReady() {
        ChannelHealth health = health(State.RUNNING, null, false, true, PARTITION);

        assertThat(health.liveness().isOk()).isTrue();
        assertThat(health.startup().isOk()).isTrue();
        assertThat(health.readiness().isOk()).isFalse();
        assertThat(health.readiness().getMessage()).isEqualTo("no connection to a broker");
    }

    @Test
    void noPartition_isReadyAndSaysSo() {
        assertThat(health(State.RUNNING, null, true, true).readiness()).satisfies(readiness -> {
            assertThat(readiness.isOk()).isTrue();
            assertThat(readiness.getMessage())
                    .isEqualTo("no partition assigned: the topic is missing, the group has more"
                            + " members than partitions, or another member has not let go of its partitions yet");
        });
    }

    @Test
    void notJoined_isNotReady_andSaysThatTheGroupMayWaitForAnother() {
        ChannelHealth health = health(State.RUNNING, null, true, false);

        assertThat(health.readiness().isOk()).isFalse();
        assertThat(health.readiness().getMessage()).isEqualTo(health.startup().getMessage()).isEqualTo(
                "not a member of the group yet: the group has not answered, as when it waits for another member");
    }

    @Test
    void rebalanceThatTookAllPartitions_isReady_andIsNoLackOfPartitions() {
        assertThat(rebalancing().readiness()).satisfies(readiness -> {
            assertThat(readiness.isOk()).isTrue();
            assertThat(readiness.getMessage()).isEqualTo(
                    "no partition at present: a rebalance is not over, as when the group waits for another member");
        });
    }

    @Test
    void rebalanceThatLeavesPartitions_namesThem() {
        assertThat(rebalancing(PARTITION).readiness().getMessage()).isEqualTo("reads users-0");
    }

    @Test
    void failedEngine_isNotAliveAndSaysWhy() {
        ChannelHealth health = health(State.FAILED, new IllegalStateException("broken"), true, true);

        assertThat(health.liveness().isOk()).isFalse();
        assertThat(health.liveness().getMessage())
                .isEqualTo("the engine failed: java.lang.IllegalStateException: broken");
        assertThat(health.readiness().isOk()).isFalse();
    }

    @Test
    void stoppingEngine_isAliveAndNotReady() {
        ChannelHealth health = health(State.STOPPING, null, true, true);

        assertThat(health.liveness().isOk()).isTrue();
        assertThat(health.readiness().getMessage()).isEqualTo("the engine is STOPPING");
    }

    @Test
    void fault_isAliveAndNotReadyAndSaysWhy() {
        ChannelHealth health = faulty(true, new TopicAuthorizationException(Set.of("users")));

        assertThat(health.liveness().isOk()).isTrue();
        assertThat(health.startup().isOk()).isTrue();
        assertThat(health.readiness().isOk()).isFalse();
        assertThat(health.readiness().getMessage()).isEqualTo("can't fetch or commit at present, and goes on trying: "
                + "TopicAuthorizationException: Not authorized to access topics: [users]");
    }

    @Test
    void faultBeforeTheGroupIsJoined_isWhatStartupSays() {
        ChannelHealth health = faulty(false, new SaslAuthenticationException("Authentication failed"));

        assertThat(health.startup().isOk()).isFalse();
        assertThat(health.startup().getMessage()).endsWith("SaslAuthenticationException: Authentication failed");
        assertThat(health.readiness().getMessage()).isEqualTo(health.startup().getMessage());
    }

    @Test
    void messageThatIsNotKafkas_isNotShown() {
        ChannelHealth health = faulty(true,
                new KafkaException("The login failed", new IllegalStateException("the token is 1234")));

        assertThat(health.readiness().getMessage())
                .endsWith("KafkaException: The login failed, because of java.lang.IllegalStateException");
    }

    @Test
    void pausedPartitions_areReadyAndNamedWithTheReason() {
        ChannelHealth health = reading(
                partition(0, null, null),
                partition(1, PauseReason.WAITING, null),
                partition(2, PauseReason.COMMIT_METADATA, new Incomplete(17, Duration.ofMinutes(2), 3)),
                partition(3, PauseReason.WAITING, null),
                partition(4, PauseReason.HELD_UP, null),
                partition(5, PauseReason.BYTES, null));

        assertThat(health.readiness().isOk()).isTrue();
        assertThat(health.readiness().getMessage())
                .isEqualTo("reads users-0, users-1, users-2, users-3, users-4, users-5; "
                        + "paused, as enough records wait for their turn: users-1, users-3; "
                        + "paused, as too many records wait for a retry, or behind another record of their key: users-4; "
                        + "paused, as the records of the channel are as many bytes as they may be: users-5; "
                        + "paused, as what is done beyond the oldest record at work fits no more into a commit: "
                        + "users-2 (oldest: offset 17, for 120 s, attempt 3)");
    }

    private static ChannelHealth faulty(boolean joined, Throwable fault) {
        return new ChannelHealth("users",
                new EngineSnapshot(State.RUNNING, null, fault, true, joined, false, Set.of(), List.of(), 0, 0));
    }

    private static ChannelHealth reading(PartitionSnapshot... partitions) {
        return new ChannelHealth("users", new EngineSnapshot(State.RUNNING, null, null, true, true, false,
                Stream.of(partitions).map(PartitionSnapshot::partition).collect(Collectors.toSet()),
                List.of(partitions), 0, 0));
    }

    private static ChannelHealth rebalancing(TopicPartition... left) {
        return new ChannelHealth("users",
                new EngineSnapshot(State.RUNNING, null, null, true, true, true, Set.of(left), List.of(), 0, 0));
    }

    private static PartitionSnapshot partition(int number, @Nullable PauseReason paused, @Nullable Incomplete oldest) {
        return new PartitionSnapshot(new TopicPartition("users", number), paused, 0, 0, 0, 0, 0, oldest, null);
    }

    private static ChannelHealth health(State state, @Nullable Throwable failure, boolean connected, boolean joined,
            TopicPartition... assigned) {
        return new ChannelHealth("users",
                new EngineSnapshot(state, failure, null, connected, joined, false, Set.of(assigned), List.of(), 0, 0));
    }
}
