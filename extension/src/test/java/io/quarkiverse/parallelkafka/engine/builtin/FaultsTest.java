package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/** How long a fault is there, and how long it is waited for. */
class FaultsTest {

    private final ManualClock clock = new ManualClock();
    private final Faults faults = new Faults(clock);
    private final KafkaException fault = new KafkaException("a damaged batch");

    @Test
    void faultThatComesAgain_isTheSameStill_andIsWaitedForLonger() {
        Duration delay = faults.met(fault);
        for (int i = 0; i < 10; i++) {
            clock.advance(delay);
            faults.seenNone();
            assertThat(faults.current()).isSameAs(fault);
            Duration next = faults.met(fault);
            assertThat(next).isGreaterThanOrEqualTo(delay);
            delay = next;
        }
        assertThat(delay).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void faultOfWhichNothingIsSeenForAsLongAsWasWaited_hasPassed() {
        Duration delay = faults.met(fault);
        clock.advance(delay.multipliedBy(2).minusNanos(1));
        faults.seenNone();
        assertThat(faults.current()).isSameAs(fault);
        clock.advance(Duration.ofNanos(1));
        faults.seenNone();
        assertThat(faults.current()).isNull();
        assertThat(faults.met(fault)).isEqualTo(delay);
    }

    @Test
    void faultThatIsOver_isGoneAtOnce() {
        Duration delay = faults.met(fault);
        faults.met(fault);
        faults.over();
        assertThat(faults.current()).isNull();
        assertThat(faults.met(fault)).isEqualTo(delay);
    }
}
