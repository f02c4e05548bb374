package io.quarkiverse.parallelkafka.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;

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
            assertThat(readiness.getMessage()).startsWith("no partition assigned");
        });
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

    private static ChannelHealth health(State state, @Nullable Throwable failure, boolean connected, boolean joined,
            TopicPartition... assigned) {
        return new ChannelHealth("users",
                new EngineSnapshot(state, failure, null, connected, joined, Set.of(assigned), List.of(), 0, 0));
    }
}
