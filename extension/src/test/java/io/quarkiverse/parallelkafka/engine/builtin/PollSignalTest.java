package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

class PollSignalTest {

    private static final Duration LONG = Duration.ofSeconds(1);

    private final AtomicInteger wakeUps = new AtomicInteger();
    private final PollSignal signal = new PollSignal(wakeUps::incrementAndGet);

    @Test
    void signalDuringAPoll_wakesItOnce() {
        assertThat(signal.pollStarts(LONG)).isEqualTo(LONG);
        signal.endPoll();
        signal.endPoll();
        assertThat(wakeUps).hasValue(1);
        signal.pollEnded();
        assertThat(signal.pollStarts(LONG)).isEqualTo(LONG);
    }

    @Test
    void signalBetweenPolls_hasTheNextOneNotWait_andOnlyThat() {
        signal.endPoll();
        signal.endPoll();
        assertThat(wakeUps).hasValue(0);
        assertThat(signal.pollStarts(LONG)).isZero();
        signal.pollEnded();
        assertThat(signal.pollStarts(LONG)).isEqualTo(LONG);
    }

    @Test
    void signalDuringAPollThatDoesNotWait_wakesIt() {
        signal.endPoll();
        signal.pollStarts(LONG);
        signal.endPoll();
        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void signalWhileAPollCallsBack_wakesItWhenItGoesOn() {
        signal.pollStarts(LONG);
        signal.pollCallsBack();
        signal.endPoll();
        assertThat(wakeUps).as("nothing that the call back does is hit").hasValue(0);
        signal.pollGoesOn();
        assertThat(wakeUps).hasValue(1);
        signal.endPoll();
        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void pollThatCalledBack_canBeWokenAfterwards() {
        signal.pollStarts(LONG);
        signal.pollCallsBack();
        signal.pollGoesOn();
        assertThat(wakeUps).hasValue(0);
        signal.endPoll();
        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void wakeUpThatACallBackMayHaveUsedUp_isRepeated() {
        signal.pollStarts(LONG);
        signal.endPoll();
        signal.pollCallsBack();
        assertThat(wakeUps).hasValue(1);
        signal.pollGoesOn();
        assertThat(wakeUps).hasValue(2);
    }

    @Test
    void callThatWakeUpsHit_isRepeated() {
        AtomicInteger calls = new AtomicInteger();
        String result = PollSignal.unlessWokenUp(() -> {
            if (calls.incrementAndGet() < 3) {
                throw new WakeupException();
            }
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(calls).hasValue(3);
    }
}
