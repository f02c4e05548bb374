package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/** What becomes of a record that still runs when its partition is gone, and what waits for it when that comes back. */
class StragglersTest {

    private TestMembership engine = TestMembership.of(Ordering.KEY).request(10);
    private FakeLog log = engine.log;

    private void ordering(Ordering ordering) {
        engine = TestMembership.of(ordering).request(10);
        log = engine.log;
    }

    @Test
    void completionAfterLoss_countsForNothing() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle();
        Delivery<String, String> old = engine.delivery(0);
        engine.lose(0);
        assertThat(engine.dispatcher.inFlight()).isEqualTo(2);
        engine.assign(0).cycle();
        assertThat(old.succeed()).as("first outcome").isTrue();
        assertThat(old.succeed()).as("second outcome").isFalse();
        assertThat(old.retryAfter(Duration.ZERO)).as("third outcome").isFalse();
        engine.commit();
        assertThat(log.committedOffset(0)).isLessThanOrEqualTo(0);
        assertThat(engine.offsets()).as("starts again").containsExactly(0L, 1L, 0L);
    }

    @Test
    void retryOfALostPartition_isForgotten() {
        log.appendAll(0, "a");
        engine.assign(0).cycle();
        engine.delivery(0).retryAfter(Duration.ofMillis(10));
        engine.lose(0);
        long longest = Duration.ofHours(1).toNanos();
        assertThat(engine.dispatcher.takeDueRetriesOrNanosToNext(longest)).isEqualTo(longest);
        engine.clock.advanceMillis(20);
        engine.cycle();
        assertThat(engine.begun).hasSize(1);
        assertThat(engine.dispatcher.inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = Ordering.class, names = {"KEY", "PARTITION"})
    void orderOfAStraggler_isHeld_untilItEnds(Ordering ordering) {
        ordering(ordering);
        log.appendAll(0, "a", "a");
        engine.assign(0).cycle();
        Delivery<String, String> straggler = engine.delivery(0);
        engine.lose(0);
        engine.assign(0).cycle();
        assertThat(engine.begun).containsExactly(straggler);

        straggler.retryAfter(Duration.ofHours(1));
        assertThat(engine.offsets()).containsExactly(0L, 0L);
        engine.succeed(0);
        assertThat(engine.offsets()).containsExactly(0L, 0L, 1L);
    }

    @ParameterizedTest
    @EnumSource(value = Ordering.class, names = {"KEY", "PARTITION"})
    void orderOfTwoStragglers_isHeld_overTwoAssignments(Ordering ordering) {
        ordering(ordering);
        log.appendAll(0, "a", "a");
        engine.assign(0).cycle();
        Delivery<String, String> first = engine.delivery(0);
        engine.lose(0);
        engine.assign(0);
        engine.cycle();
        engine.lose(0);
        engine.assign(0);
        engine.cycle();
        assertThat(engine.begun).as("held over two assignments").containsExactly(first);

        first.succeed();
        assertThat(engine.offsets()).containsExactly(0L, 0L);
        Delivery<String, String> second = engine.delivery(0);
        engine.lose(0);
        engine.assign(0).cycle();
        assertThat(engine.begun).hasSize(2);
        second.succeed();
        assertThat(engine.offsets()).containsExactly(0L, 0L, 0L);
    }

    @Test
    void straggler_holdsOnlyItsKey() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(1);
        engine.lose(0);
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 3L);
    }

    @Test
    void stragglers_countAsInFlight() {
        TestMembership two = TestMembership.of(TestMembership.settings(Ordering.UNORDERED).maxConcurrency(2).build())
                .request(4);
        two.log.appendAll(0, "a", "b", "c");
        two.assign(0).cycle();
        Delivery<String, String> straggler = two.delivery(0);
        two.lose(0);
        two.assign(0).cycle();
        assertThat(two.begun).hasSize(2);
        straggler.succeed();
        assertThat(two.begun).hasSize(3);
    }

    @Test
    void recreatedLog_beginsAgain_withNothingKnown() {
        log.appendAll(0, "a", "b", "c", "d");
        engine.assign(0).cycle().succeed(0, 2, 3);
        Delivery<String, String> straggler = engine.delivery(1);
        engine.commit();
        assertThat(log.committedMap(0).base()).isEqualTo(1);

        log.recreate(0);
        log.appendAll(0, "b", "c", "d");
        engine.cycle();
        assertThat(engine.offsets()).as("all of the new log, but for the straggler's key")
                .containsExactly(0L, 1L, 2L, 3L, 1L, 2L);
        straggler.succeed();
        assertThat(engine.offsets()).endsWith(0L);
        engine.succeed(1);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(new OffsetMap(0, 2, new long[]{0}));
    }
}
