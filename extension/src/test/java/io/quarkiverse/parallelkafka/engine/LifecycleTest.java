package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;

class LifecycleTest {

    /** What the engine itself says is known by this. */
    private static final Throwable OF_THE_ENGINE = new Throwable();

    private final AtomicInteger decoderClosed = new AtomicInteger();
    private final Lifecycle lifecycle = new Lifecycle("channel",
            new RecordDecoder<>(new StringDeserializer(), new StringDeserializer() {
                @Override
                public void close() {
                    decoderClosed.incrementAndGet();
                }
            }));

    private static void nothing() {
        // Nothing to prepare, and no thread.
    }

    private void start() {
        lifecycle.start(LifecycleTest::nothing, LifecycleTest::nothing);
    }

    private EngineSnapshot snapshot() {
        return lifecycle.snapshot(state -> EngineSnapshot.withoutConsumer(state, OF_THE_ENGINE));
    }

    private State state() {
        return snapshot().state();
    }

    @Test
    void life_goesFromNewToClosed() {
        assertThat(state()).isEqualTo(State.NEW);
        start();
        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(lifecycle.stop()).isTrue();
        assertThat(state()).isEqualTo(State.STOPPING);
        assertThat(decoderClosed).hasValue(0);
        lifecycle.ended();
        assertThat(state()).isEqualTo(State.CLOSED);
        assertThat(decoderClosed).hasValue(1);
    }

    @Test
    void snapshot_asksTheEngine_onlyWhileThereIsOneThatRuns() {
        assertThat(snapshot().failure()).isNull();
        start();
        assertThat(snapshot().failure()).isSameAs(OF_THE_ENGINE);
        lifecycle.stop();
        assertThat(snapshot().failure()).isSameAs(OF_THE_ENGINE);
        lifecycle.ended();
        assertThat(snapshot().failure()).isNull();
    }

    @Test
    void start_comesOnce() {
        start();
        assertThatIllegalStateException().isThrownBy(this::start).withMessageContaining("'channel'");
        assertThat(state()).isEqualTo(State.RUNNING);
    }

    @Test
    void stop_isOneOfARunningEngine_once() {
        assertThat(lifecycle.stop()).as("new").isFalse();
        start();
        assertThat(lifecycle.stop()).as("running").isTrue();
        assertThat(lifecycle.stop()).as("stopping").isFalse();
        lifecycle.ended();
        assertThat(lifecycle.stop()).as("closed").isFalse();
        assertThat(state()).isEqualTo(State.CLOSED);
    }

    @Test
    void closeOfANewEngine_isTheEnd() {
        lifecycle.closeIfNew();
        lifecycle.closeIfNew();
        assertThat(state()).isEqualTo(State.CLOSED);
        assertThat(decoderClosed).hasValue(1);
        assertThatIllegalStateException().isThrownBy(this::start);
    }

    @Test
    void closeOfARunningEngine_isLeftToItsThread() {
        start();
        lifecycle.closeIfNew();
        assertThat(state()).isEqualTo(State.RUNNING);
        assertThat(decoderClosed).hasValue(0);
    }

    @Test
    void failureToPrepare_isTheEnd_andNothingRuns() {
        IllegalArgumentException fault = new IllegalArgumentException("on purpose");
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> lifecycle.start(() -> {
            throw fault;
        }, runs::incrementAndGet)).isSameAs(fault);
        assertThat(runs).hasValue(0);
        assertThat(state()).isEqualTo(State.FAILED);
        assertThat(snapshot().failure()).isSameAs(fault);
        assertThat(decoderClosed).hasValue(1);
    }

    @Test
    void failure_staysBeyondTheEnd() {
        start();
        lifecycle.stop();
        IllegalStateException fault = new IllegalStateException("on purpose");
        lifecycle.failed(fault);
        assertThat(decoderClosed).as("used until the end").hasValue(0);
        lifecycle.ended();
        assertThat(state()).isEqualTo(State.FAILED);
        assertThat(snapshot().failure()).isSameAs(fault);
        assertThat(decoderClosed).hasValue(1);
    }

    @Test
    void engineThatEndsDuringItsStart_hasEnded() {
        Thread thread = new Thread(lifecycle::ended);
        lifecycle.start(LifecycleTest::nothing, () -> {
            thread.start();
            // It waits for the start to be over: until then nothing of the engine is to end.
            eventually().until(() -> thread.getState() == Thread.State.BLOCKED);
            assertThat(state()).isEqualTo(State.RUNNING);
        });
        eventually().until(() -> state() == State.CLOSED);
    }
}
