package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/** That the channel holds no more bytes than it may, and that nothing stands still for that. */
class BytesFlowTest {

    private TestMembership engine = bound(1_000);

    private static TestMembership bound(long bytes) {
        TestMembership engine = TestMembership
                .of(TestMembership.settings(Ordering.UNORDERED).maxWaitingBytes(bytes).maxConcurrency(100).build());
        engine.consumer.maxPollRecords(1);
        return engine;
    }

    private void append(int partition, int records, int size) {
        for (int i = 0; i < records; i++) {
            engine.log.append(partition, null, size);
        }
    }

    private void cycles(int cycles) {
        for (int i = 0; i < cycles; i++) {
            engine.cycle();
        }
    }

    private List<Integer> paused() {
        return engine.consumer.paused().stream().map(partition -> partition.partition()).sorted().toList();
    }

    /** Every record is done once it runs. */
    private void work(int cycles) {
        for (int i = 0; i < cycles; i++) {
            engine.cycle().request(100);
            engine.begun.forEach(Delivery::succeed);
        }
    }

    private long lastOffset(int partition) {
        return engine.log.end(engine.log.partition(partition)) - 1;
    }

    @Test
    void bigRecords_pauseTheirPartition_andAreAllDone() {
        append(0, 50, 100);
        engine.assign(0);
        cycles(20);
        assertThat(engine.assignment(0).intake().paused()).isEqualTo(PauseReason.BYTES);
        assertThat(engine.held()).isEqualTo(500);

        work(50);
        assertThat(paused()).isEmpty();
        assertThat(engine.begun).hasSize(50);
        assertThat(engine.held()).isZero();
    }

    @Test
    void keysCount_andWhatIsNotThereDoesNot() {
        engine.log.append(0, "four", 0);
        engine.log.append(0, null, 3);
        engine.assign(0);
        cycles(2);
        assertThat(engine.held()).isEqualTo(7);
    }

    /** The poll goes on after it, and began when the partition was paused. */
    @Test
    void partitionThatMayTakeInMore_sinceAnotherIsGone_isResumedAtOnce() {
        append(1, 4, 100);
        engine.assign(1).request(4);
        cycles(10);
        engine.begun.forEach(delivery -> delivery.retryAfter(Duration.ofHours(1)));
        append(0, 10, 100);
        engine.assign(0, 1);
        cycles(10);
        append(1, 1, 100);
        engine.cycle();
        assertThat(paused()).containsExactly(0, 1);

        engine.consumer.waiting().inPoll(() -> engine.consumer.rebalance(Set.of(engine.log.partition(1))));
        engine.cycle();
        assertThat(engine.consumer.pollsThatWaited(Duration.ofMillis(20))).as("polls that went on").isZero();
        engine.cycle();
        assertThat(paused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1_000, Long.MAX_VALUE})
    void recordLargerThanAnyBound_isDone_andTheNextToo(long bound) {
        engine = bound(bound);
        append(0, 3, 5_000);
        append(1, 3, 5_000);
        engine.assign(0, 1);
        work(10);
        assertThat(engine.begun).hasSize(6);
        assertThat(engine.held()).isZero();
    }

    @Test
    void inFlightCounts_untilItIsDone() {
        append(0, 10, 100);
        engine.request(100).assign(0);
        cycles(20);
        assertThat(engine.begun).hasSize(5);
        engine.succeed(0, 1);
        cycles(20);
        assertThat(engine.begun).as("one more for each that is done").hasSize(7);
    }

    @Test
    void partitionThatFailsForever_andHoldsAllThatIsForAll_keepsNoOtherFromItsWork() {
        engine.request(100);
        append(0, 50, 100);
        engine.assign(0, 1, 2);
        for (int i = 0; i < 20; i++) {
            engine.cycle();
            engine.begun.forEach(delivery -> delivery.retryAfter(Duration.ofDays(1)));
        }
        assertThat(engine.assignment(0).intake().paused()).isEqualTo(PauseReason.BYTES);
        assertThat(engine.held()).as("half of all").isEqualTo(500);

        append(1, 30, 100);
        append(2, 30, 5_000);
        work(100);
        assertThat(lastDone(1)).isEqualTo(lastOffset(1));
        assertThat(lastDone(2)).isEqualTo(lastOffset(2));
        assertThat(engine.held()).as("the failing ones").isEqualTo(500);
        assertThat(paused()).containsExactly(0);
    }

    private long lastDone(int partition) {
        return engine.assignment(partition).ledger().base() - 1;
    }

    @Test
    void othersHoldNoMore_thanTheHalfThatIsDivided() {
        append(0, 50, 100);
        engine.assign(0, 1, 2, 3, 4);
        cycles(20);
        for (int partition = 1; partition < 5; partition++) {
            append(partition, 50, 10);
        }
        cycles(200);
        assertThat(paused()).containsExactly(0, 1, 2, 3, 4);
        assertThat(engine.held()).isEqualTo(500 + 4 * 100);
    }

    @Test
    void recordThatFailsForever_keepsNoOtherOfItsPartition_whereItIsLessThanItsShare() {
        append(0, 50, 100);
        engine.assign(0, 1);
        cycles(20);
        append(1, 1, 200);
        engine.cycle().request(6);
        Delivery<String, String> failing = engine.begun.stream().filter(each -> each.raw().partition() == 1).findFirst()
                .orElseThrow();
        failing.retryAfter(Duration.ofDays(1));
        append(1, 30, 100);
        for (int i = 0; i < 100; i++) {
            engine.cycle().request(6);
            engine.begun.stream().filter(each -> each.raw().partition() == 1 && each != failing)
                    .forEach(Delivery::succeed);
        }
        assertThat(engine.begun.stream().filter(each -> each.raw().partition() == 1)).hasSize(31);
    }

    @Test
    void whatOnePartitionFrees_resumesAnother_withoutWaitingForThePollToEnd() {
        append(0, 5, 100);
        engine.request(5).assign(0, 1);
        cycles(10);
        append(1, 50, 50);
        cycles(20);
        assertThat(paused()).containsExactly(0, 1);
        assertThat(engine.held()).isEqualTo(500 + 250);

        engine.told = 0;
        engine.delivery(0).succeed();
        engine.delivery(1).succeed();
        engine.delivery(2).succeed();
        engine.delivery(3).succeed();
        engine.cycle();
        int before = engine.told;
        assertThat(paused()).as("350 are more than half of what is for all").containsExactly(1);
        engine.delivery(4).succeed();
        assertThat(engine.told).isEqualTo(before + 1);
        engine.cycle();
        assertThat(paused()).isEmpty();
    }

    @Test
    void partitionsThatGo_leaveTheirShareToTheRest() {
        append(0, 50, 100);
        append(1, 50, 10);
        append(2, 50, 10);
        engine.assign(0);
        cycles(20);
        engine.assign(0, 1, 2);
        cycles(100);
        assertThat(engine.assignment(1).atHand().bytes()).as("a third of 500").isEqualTo(170);
        engine.lose(2);
        cycles(100);
        assertThat(engine.assignment(1).atHand().bytes()).as("half of 500").isEqualTo(250);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lostPartition_holdsWhatIsInFlight_untilThatEnds(boolean succeeds) {
        append(0, 5, 100);
        engine.request(2).assign(0);
        cycles(10);
        assertThat(engine.held()).isEqualTo(500);
        List<Delivery<String, String>> stragglers = List.copyOf(engine.begun);

        engine.lose(0);
        assertThat(engine.held()).isEqualTo(200);
        for (Delivery<String, String> straggler : stragglers) {
            assertThat(succeeds ? straggler.succeed() : straggler.retryAfter(Duration.ZERO)).isTrue();
            assertThat(straggler.succeed()).as("once only").isFalse();
        }
        assertThat(engine.held()).isZero();
    }

    @Test
    void logThatBeginsAgain_letsGoOfWhatItHeld() {
        append(0, 5, 100);
        engine.assign(0);
        cycles(3);
        engine.log.recreate(0);
        append(0, 1, 10);
        cycles(3);
        assertThat(engine.held()).isEqualTo(10);
    }
}
