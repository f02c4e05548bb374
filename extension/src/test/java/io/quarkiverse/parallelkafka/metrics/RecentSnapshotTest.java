package io.quarkiverse.parallelkafka.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;

class RecentSnapshotTest {

    private int taken;
    /** The clock's origin is anywhere. */
    private long nanos = Long.MAX_VALUE - 1;
    private final RecentSnapshot recent = new RecentSnapshot(() -> {
        taken++;
        return EngineSnapshot.withoutConsumer(State.RUNNING, null);
    }, () -> nanos);

    @Test
    void gaugesOfOneScrape_shareASnapshot() {
        EngineSnapshot first = recent.get();
        nanos += Duration.ofMillis(100).toNanos();

        assertThat(recent.get()).isSameAs(first);
        assertThat(taken).isEqualTo(1);
    }

    @Test
    void nextScrape_takesAnother() {
        recent.get();
        nanos += Duration.ofMillis(100).toNanos() + 1;
        recent.get();

        assertThat(taken).isEqualTo(2);
    }
}
