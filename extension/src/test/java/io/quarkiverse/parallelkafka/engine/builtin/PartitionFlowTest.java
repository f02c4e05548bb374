package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/** When partitions are paused and resumed, and that the poll thread hears of it. */
class PartitionFlowTest {

    private final TestMembership engine = TestMembership
            .of(TestMembership.settings(Ordering.KEY).maxWaiting(4).maxConcurrency(100).build());
    private final FakeLog log = engine.log;

    private void appendKeys(int records) {
        for (int i = 0; i < records; i++) {
            log.append(0, "k" + i);
        }
    }

    private List<Integer> paused() {
        return engine.consumer.paused().stream().map(partition -> partition.partition()).sorted().toList();
    }

    @Test
    void fullPartition_isPaused_untilHalfIsGone_andTheOthersAreNot() {
        engine.consumer.maxPollRecords(4);
        appendKeys(8);
        engine.assign(0, 1).cycle().cycle();
        assertThat(paused()).containsExactly(0);
        assertThat(engine.assignment(0).intake().paused()).isEqualTo(PauseReason.WAITING);

        engine.request(1).cycle();
        assertThat(paused()).as("3 of 4 wait").containsExactly(0);
        engine.request(1).cycle();
        assertThat(paused()).as("2 of 4 wait").isEmpty();
        assertThat(engine.assignment(0).atHand().waiting()).isEqualTo(6);
    }

    @Test
    void takingWhatWaits_wakesThePollThread_whenThePartitionCanBeResumed() {
        engine.consumer.maxPollRecords(4);
        appendKeys(8);
        engine.assign(0).cycle().cycle();
        assertThat(paused()).containsExactly(0);
        engine.request(1);
        assertThat(engine.told).as("3 of 4 wait").isZero();
        engine.request(1);
        assertThat(engine.told).as("2 of 4 wait").isEqualTo(1);
    }

    @Test
    void laneThatFindsNoneThatMayRun_wakesThePollThread_whenThePartitionCanBeResumed() {
        TestMembership few = TestMembership
                .of(TestMembership.settings(Ordering.KEY).maxWaiting(4).maxConcurrency(2).build());
        few.log.append(1, "b");
        few.log.appendAll(0, "a", "a", "a", "a", "a");
        few.request(2).assign(0, 1).cycle().cycle();
        assertThat(few.assignment(0).intake().paused()).as("no lane has looked at them").isEqualTo(PauseReason.WAITING);
        few.told = 0;
        few.begun.stream().filter(each -> each.raw().partition() == 1).forEach(Delivery::succeed);
        assertThat(few.told).as("no lane asks").isZero();
        few.request(1);
        assertThat(few.told).as("four wait behind the one that runs").isEqualTo(1);
        few.cycle();
        assertThat(few.assignment(0).intake().paused()).as("there may be others further back").isNull();
        assertThat(few.begun).hasSize(2);
    }

    @Test
    void failureThatMovesWhatWaits_wakesThePollThread() {
        TestMembership few = TestMembership
                .of(TestMembership.settings(Ordering.PARTITION).maxWaiting(4).maxConcurrency(2).build());
        few.log.append(1, "b");
        few.log.appendAll(0, "a", "a", "a", "a", "a", "a");
        few.request(2).assign(0, 1).cycle().cycle();
        assertThat(few.assignment(0).intake().paused()).isEqualTo(PauseReason.WAITING);
        few.begun.stream().filter(each -> each.raw().partition() == 1)
                .forEach(each -> each.retryAfter(Duration.ofSeconds(1)));
        few.request(1);
        few.told = 0;
        few.begun.stream().filter(each -> each.raw().partition() == 0)
                .forEach(each -> each.retryAfter(Duration.ofSeconds(2)));
        assertThat(few.told).as("those that wait behind the failed one count as retrying").isEqualTo(1);
        few.cycle();
        assertThat(few.assignment(0).intake().paused()).as("all six count as retrying").isNull();
        assertThat(few.assignment(0).atHand().retrying()).isEqualTo(6);
    }

    @Test
    void failingKey_hasABoundOfItsOwn() {
        engine.request(100);
        for (int i = 0; i < 50; i++) {
            log.append(0, "failing");
        }
        engine.consumer.maxPollRecords(1);
        engine.assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofHours(1));
        for (int i = 0; i < 60; i++) {
            engine.cycle();
        }
        assertThat(engine.assignment(0).intake().paused()).isEqualTo(PauseReason.HELD_UP);
        assertThat(engine.assignment(0).atHand().retrying()).as("ten times what may wait").isEqualTo(40);
        assertThat(engine.assignment(0).atHand().waiting()).isZero();

        engine.clock.advance(Duration.ofHours(1));
        engine.cycle();
        engine.succeed(0);
        engine.cycle();
        assertThat(engine.assignment(0).intake().paused()).as("38 wait behind one that runs")
                .isEqualTo(PauseReason.HELD_UP);
    }

    @Test
    void healthyKeys_goOn_besideAFailingOne() {
        engine.request(100);
        for (int i = 0; i < 30; i++) {
            log.append(0, "failing");
            log.append(0, "healthy");
        }
        engine.consumer.maxPollRecords(2);
        engine.assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofHours(1));
        for (int i = 0; i < 30; i++) {
            engine.succeed(2 * i + 1);
            engine.cycle();
        }
        assertThat(engine.begun).hasSize(31);
    }

    @Test
    void overdueRetries_thatNoLaneIsFreeFor_areNoReasonToPollWithoutWaiting() {
        log.appendAll(0, "a");
        engine.request(1).assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofMillis(5));
        engine.clock.advanceMillis(10);
        engine.cycle().cycle();
        List<Duration> timeouts = engine.consumer.pollTimeouts();
        assertThat(timeouts.get(timeouts.size() - 1)).isGreaterThan(Duration.ofMillis(10));
        engine.request(1);
        assertThat(engine.offsets()).containsExactly(0L, 0L);
    }

    @Test
    void nextRetry_boundsThePoll() {
        log.appendAll(0, "a");
        engine.request(1).assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofMillis(5));
        engine.request(1);
        engine.cycle().cycle();
        List<Duration> timeouts = engine.consumer.pollTimeouts();
        assertThat(timeouts.get(timeouts.size() - 1)).isEqualTo(Duration.ofMillis(5));
        engine.clock.advanceMillis(5);
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 0L);
    }

    @Test
    void delayBeyondAllTime_isAWaitLikeAnyOther() {
        log.appendAll(0, "a", "b");
        engine.request(2).assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofSeconds(Long.MAX_VALUE));
        engine.clock.advanceMillis(1);
        engine.delivery(1).retryAfter(Duration.ofMillis(5));
        engine.request(2);
        engine.clock.advanceMillis(5);
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 1L);
        assertThat(engine.assignment(0).atHand().retrying()).isEqualTo(1);
    }

    @Test
    void delayOfLessThanNoTime_isNone() {
        log.appendAll(0, "a");
        engine.request(2).assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofSeconds(Long.MIN_VALUE));
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 0L);
        assertThat(engine.dispatcher.inFlight()).isEqualTo(1);
    }

    @Test
    void stop_pausesEverything_andSoIsWhatComesThen() {
        log.appendAll(0, "a");
        log.appendAll(1, "a");
        engine.request(1).assign(0).cycle();
        engine.stopTakingIn();
        engine.cycle();
        assertThat(paused()).containsExactly(0);
        engine.assign(0, 1).cycle();
        assertThat(paused()).containsExactly(0, 1);
        assertThat(engine.begun).hasSize(1);
    }

    @Test
    void lag_isWhatIsNotDoneOfTheLog() {
        appendKeys(6);
        engine.consumer.maxPollRecords(2);
        engine.assign(0).cycle();
        engine.clock.advance(Duration.ofSeconds(1));
        engine.cycle();
        assertThat(engine.assignment(0).intake().logEnd()).isEqualTo(6);
    }
}
