package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineFactory;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/** What becomes of partitions that come and go, and of their records. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RebalancesTest {

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
    void lostPartition_isNotCommitted() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        engine.lose(0);
        engine.commit();
        assertThat(log.committed(0)).isNull();
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
        engine.assign(0).cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 1L);
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
    void revoke_waitsForWhatRuns_andCommitsIt() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle();
        CompletableFuture<Void> later = CompletableFuture.runAsync(() -> engine.succeed(0, 1),
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        engine.assign();
        later.orTimeout(1, TimeUnit.MINUTES).join();
        assertThat(log.committedOffset(0)).isEqualTo(2);
        assertThat(engine.dispatcher.inFlight()).isZero();
    }

    @Test
    void revoke_waitsNoLongerThanItsBound_andCommitsWhatIsDone() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        CompletableFuture.runAsync(() -> {
            engine.clock.advance(TestMembership.SHUTDOWN_TIMEOUT);
            engine.dispatcher.endWait();
        }, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        engine.assign();
        assertThat(log.committedOffset(0)).isEqualTo(1);
        assertThat(engine.dispatcher.inFlight()).isEqualTo(1);
    }

    @Test
    void othersGoOn_whileAPartitionIsRevoked_retriesIncluded() {
        log.appendAll(0, "a");
        log.appendAll(1, "b", "b", "c");
        engine.assign(0, 1).cycle();
        Delivery<String, String> leaving = engine.begun.stream().filter(each -> each.raw().partition() == 0).findAny()
                .orElseThrow();
        assertThat(engine.begun).hasSize(3);
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
            Delivery<String, String> first = engine.begun.stream().filter(each -> each.raw().partition() == 1)
                    .filter(each -> each.raw().offset() == 0).findFirst().orElseThrow();
            first.retryAfter(Duration.ofMillis(20));
            engine.clock.advanceMillis(20);
            EngineFactory.eventually().until(() -> engine.begun.size() == 4);
            Delivery<String, String> again = engine.begun.get(3);
            assertThat(again.attempt()).isEqualTo(2);
            again.succeed();
            EngineFactory.eventually().until(() -> engine.begun.size() == 5);
            leaving.succeed();
        }, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        engine.assign(1);
        others.orTimeout(1, TimeUnit.MINUTES).join();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void nothingMoreStarts_ofAPartitionThatIsRevoked() {
        log.appendAll(0, "a", "a");
        engine.assign(0).cycle();
        CompletableFuture.runAsync(() -> engine.succeed(0),
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        engine.assign();
        assertThat(engine.offsets()).containsExactly(0L);
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void lateWakeUp_doesNoHarm_whateverItHits() {
        log.appendAll(0, "a", "b");
        engine.consumer.inPoll(() -> engine.consumer.rebalance(Set.of(log.partition(0))));
        engine.cycle();
        engine.consumer.wakeup();
        engine.cycle();
        assertThat(engine.offsets()).as("hit the look-up").containsExactly(0L, 1L);

        engine.succeed(0);
        engine.consumer.inPoll(() -> {
            engine.consumer.wakeup();
            engine.succeed(1);
            engine.consumer.rebalance(Set.of());
        });
        engine.cycle();
        assertThat(log.committedOffset(0)).as("hit the commit of the revoked").isEqualTo(2);

        engine.consumer.wakeup();
        engine.membership.leave();
        assertThat(engine.consumer.closed()).as("hit the close").isTrue();
    }

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
    void revocation_leavesTimeForItsCommit() {
        ChannelSettings settings = TestMembership.settings(Ordering.KEY)
                .consumerProperties(Map.of("max.poll.interval.ms", "8000")).build();
        TestMembership quick = TestMembership.of(settings).assign(0);
        quick.log.appendAll(0, "a");
        quick.request(1).cycle().succeed(0);
        quick.consumer.inPoll(() -> quick.consumer.rebalance(Set.of()));
        quick.cycle();
        assertThat(quick.consumer.lastCommitTimeout()).isEqualTo(Duration.ofSeconds(2));
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

    @Test
    void leaving_commitsAfterARebalanceThatIsInProgress() {
        log.appendAll(0, "a");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.failCommitSync(new RebalanceInProgressException());
        engine.stopTakingIn();
        engine.membership.leave();
        assertThat(log.committedOffset(0)).isEqualTo(1);
        assertThat(engine.consumer.closed()).isTrue();
    }

    @Test
    void assignment_endsAPollThatWaits() {
        log.appendAll(0, "a");
        engine.consumer.waiting();
        engine.assign(0);
        assertThat(engine.consumer.pollsThatWaited(Duration.ofMillis(10))).as("joining").isZero();
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L);
        engine.succeed(0);

        engine.consumer.inPoll(() -> {
            engine.consumer.rebalance(Set.of());
            engine.consumer.rebalance(Set.of(log.partition(0), log.partition(1)));
        });
        engine.cycle();
        assertThat(engine.consumer.pollsThatWaited(Duration.ofMillis(10))).as("revoked and assigned in one poll")
                .isZero();
    }
}
