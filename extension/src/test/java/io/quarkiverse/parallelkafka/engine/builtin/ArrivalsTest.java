package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;

/** What becomes of partitions that were assigned, until it is known what was done of them. */
class ArrivalsTest {

    private final TestMembership engine = TestMembership.of(Ordering.KEY).request(10);
    private final FakeLog log = engine.log;

    @Test
    void lookUpThatTimesOut_leavesThePartitionUnfetched_untilOneSucceeds() {
        log.appendAll(0, "a", "b");
        engine.consumer.failLookUp(new TimeoutException("no coordinator"));
        engine.assign(0);
        engine.cycle();
        assertThat(engine.membership.fault()).isInstanceOf(TimeoutException.class);
        assertThat(engine.consumer.paused()).containsExactly(log.partition(0));
        assertThat(engine.begun).isEmpty();
        engine.clock.advance(Duration.ofMillis(100));
        engine.cycle();
        assertThat(engine.membership.fault()).isNull();
        assertThat(engine.consumer.paused()).isEmpty();
        assertThat(engine.offsets()).containsExactly(0L, 1L);
    }

    @Test
    void partitionThatCannotBeLookedUp_doesNotKeepTheOthersFromTheirWork() {
        log.appendAll(0, "a");
        log.appendAll(1, "b");
        engine.assign(0).cycle();
        engine.consumer.failLookUp(new TimeoutException("all at once"));
        engine.assign(0, 1, 2);
        engine.cycle();
        log.append(0, "c");
        for (int i = 0; i < 4 && !engine.consumer.paused().isEmpty(); i++) {
            engine.consumer.failLookUp(new TimeoutException("no leader"));
            engine.clock.advance(Duration.ofMillis(100));
            engine.cycle();
            engine.consumer.failNothing();
            engine.clock.advance(Duration.ofMillis(100));
            engine.cycle();
        }
        assertThat(engine.begun).extracting(each -> each.raw().topic() + each.raw().partition() + each.raw().offset())
                .contains("mock00", "mock01", "mock10");
        assertThat(engine.consumer.paused()).isEmpty();
        assertThat(engine.membership.fault()).isNull();
    }

    @Test
    void partitionOfADeniedTopic_doesNotKeepTheOthersFromTheirWork() {
        log.appendAll(0, "a");
        engine.assign(0).cycle();
        engine.consumer.failLookUps(new TopicAuthorizationException(Set.of("denied")));
        engine.assign(0, 1);
        engine.succeed(0);
        log.append(0, "b");
        engine.commit();
        assertThat(engine.offsets()).containsExactly(0L, 1L);
        assertThat(log.committedOffset(0)).isEqualTo(1);
        assertThat(engine.membership.fault()).isInstanceOf(TopicAuthorizationException.class);

        engine.consumer.failLookUps(null);
        engine.commit();
        assertThat(engine.membership.fault()).isNull();
        assertThat(engine.consumer.paused()).isEmpty();
    }

    @Test
    void placeThatCannotBeLearned_costsNoCommitOfWhatIsDone() {
        log.appendAll(0, "a");
        engine.consumer.failPositions(new AuthorizationException("denied"));
        engine.assign(0, 1).cycle();
        engine.succeed(0);
        engine.consumer.inPoll(() -> engine.consumer.rebalance(Set.of()));
        engine.cycle();
        assertThat(log.committedOffset(0)).isEqualTo(1);
        assertThat(log.committed(1)).isNull();
    }

    @Test
    void partitionThatNothingComesOf_isCommittedWhereItBegins() {
        log.appendAll(0, "a", "b");
        log.deleteBefore(0, 2);
        engine.assign(0).cycle();
        assertThat(engine.begun).isEmpty();
        engine.consumer.rebalance(Set.of());
        assertThat(log.committedOffset(0)).isEqualTo(2);
    }

    @Test
    void partitionThatGoesBeforeItWasLookedUp_isNotFetched() {
        log.appendAll(0, "a");
        log.appendAll(1, "b");
        engine.consumer.failLookUp(new TimeoutException("no coordinator"));
        engine.assign(0, 1);
        engine.cycle();
        engine.consumer.rebalance(Set.of(log.partition(1)));
        engine.clock.advance(Duration.ofMillis(100));
        engine.cycle();
        assertThat(engine.begun).extracting(each -> each.raw().partition()).containsExactly(1);
        assertThat(engine.assignment(0)).isNull();
    }
}
