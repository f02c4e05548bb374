package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;

/** What becomes of delays that are none. */
class RetriesTest {

    private final TestMembership engine = TestMembership.of(Ordering.KEY).request(10);

    @BeforeEach
    void oneRecord() {
        engine.log.appendAll(0, "a");
        engine.assign(0).cycle();
    }

    @Test
    void missingDelay_isNoOutcome() {
        assertThatNullPointerException().isThrownBy(() -> engine.delivery(0).retryAfter(null));
        assertThat(engine.dispatcher.inFlight()).isEqualTo(1);
        assertThat(engine.delivery(0).succeed()).isTrue();
        assertThat(engine.commit().log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void negativeDelay_isNone() {
        assertThat(engine.delivery(0).retryAfter(Duration.ofSeconds(Long.MIN_VALUE))).isTrue();
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 0L);
        engine.succeed(0);
        assertThat(engine.commit().log.committedOffset(0)).isEqualTo(1);
    }
}
