package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineFactory;

/** What becomes of partitions that go, and of their records. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RebalancesTest {

    private final TestMembership engine = TestMembership.of(Ordering.KEY).request(10);
    private final FakeLog log = engine.log;

    @Test
    void lostPartition_isNotCommitted() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        engine.lose(0);
        engine.commit();
        assertThat(log.committed(0)).isNull();
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
        engine.membership.commitAll();
        engine.membership.leave();
        assertThat(engine.consumer.closed()).as("hit the close").isTrue();
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
    void leaving_commitsAfterARebalanceThatIsInProgress() {
        log.appendAll(0, "a");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.failCommitSync(new RebalanceInProgressException());
        engine.stopTakingIn();
        engine.membership.commitAll();
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
