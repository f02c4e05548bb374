package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.engine.builtin.TestEngine.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/** How the engine ends, whatever its poll thread is at. */
class EngineEndTest {

    private final ManualClock clock = new ManualClock();
    private final TestEngine test = TestEngine.of(TestEngine.settings().build(), clock, 0, 1);

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void engineThatStops_joinsNoMore() {
        test.log.append(0, "a");
        test.start(1);
        Delivery<String, String> straggler = test.delivery(0);
        test.consumer(0).failPoll(new SaslAuthenticationException("wrong password"));
        test.until(() -> test.engine.snapshot().fault() != null);
        CompletableFuture<Void> closing = test.closing(LONG);
        clock.advance(Duration.ofSeconds(5));
        await().during(Duration.ofMillis(100)).until(() -> test.consumers.size() == 1);
        assertThat(closing).isNotCompleted();
        straggler.succeed();
        test.until(closing::isDone);
        assertThat(test.consumers).hasSize(1);
        assertThat(test.log.committedOffset(0)).as("what was in flight counts").isEqualTo(1);
    }

    @Test
    void close_beforeAnyConsumerCouldBeCreated_endsAtOnce() {
        test.unreachable(Integer.MAX_VALUE).start(1);
        test.until(() -> test.unreachable.get() >= 2);
        test.engine.close(LONG);
        assertThat(test.state()).isEqualTo(State.CLOSED);
        assertThat(test.unreachable).as("the clock stood still").hasValueLessThanOrEqualTo(3);
    }

    @Test
    void close_duringBackOff_endsAtOnce_andCommits() {
        test.log.appendAll(0, "a");
        test.start(1);
        test.delivery(0).succeed();
        test.consumer(0).failPoll(new TimeoutException("no broker"));
        test.until(() -> test.engine.snapshot().fault() != null);
        test.engine.close(LONG);
        assertThat(test.state()).isEqualTo(State.CLOSED);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void close_duringAFault_waitsForWhatRuns_withoutSpinning() {
        test.log.appendAll(0, "a");
        test.start(1);
        Delivery<String, String> running = test.delivery(0);
        test.consumer(0).failPolls(new TimeoutException("no broker"));
        test.until(() -> test.engine.snapshot().fault() != null);
        CompletableFuture<Void> closing = test.closing(LONG);
        int polls = test.consumer(0).polls();
        await().during(Duration.ofMillis(100)).until(() -> test.consumer(0).polls() <= polls + 1);
        assertThat(closing).isNotCompleted();
        running.succeed();
        test.until(closing::isDone);
        assertThat(test.state()).isEqualTo(State.CLOSED);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void close_whileAPartitionIsRevoked_waitsForWhatRuns() {
        test.log.appendAll(0, "a");
        test.start(1);
        Delivery<String, String> running = test.delivery(0);
        test.beginRevocation();
        CompletableFuture<Void> closing = test.closing(LONG);
        assertThat(closing).isNotCompleted();
        running.succeed();
        test.until(closing::isDone);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void close_whileAPartitionIsRevoked_waitsNoLongerThanItMay() {
        test.log.appendAll(0, "a");
        test.start(1);
        test.delivery(0);
        test.beginRevocation();
        test.engine.close(Duration.ZERO);
        assertThat(test.state()).isEqualTo(State.CLOSED);
        assertThat(test.log.committedOffset(0)).isLessThanOrEqualTo(0);
    }

    @Test
    void close_drains_andStartsNothing() {
        test.log.appendAll(0, "a", "a", "b");
        test.start(2);
        test.delivery(1);
        CompletableFuture<Void> closing = test.closing(LONG);
        test.request(2);
        int polls = test.consumer(0).polls();
        test.until(() -> test.consumer(0).polls() > polls);
        test.delivery(0).succeed();
        test.delivery(1).succeed();
        test.until(closing::isDone);
        assertThat(test.begun).hasSize(2);
        assertThat(test.log.committedMap(0)).isEqualTo(new OffsetMap(1, 3, new long[]{1}));
        assertThat(test.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void stopDispatching_keepsTheMembership_andCommits() {
        test.log.appendAll(0, "a", "b");
        test.start(2);
        test.delivery(1);
        test.engine.stopDispatching();
        test.begun.forEach(Delivery::succeed);
        clock.advance(Duration.ofMillis(100));
        test.until(() -> test.log.committedOffset(0) == 2);
        assertThat(test.state()).isEqualTo(State.STOPPING);
        assertThat(test.engine.snapshot().assigned()).hasSize(2);
    }

    @Test
    void closeAfterLastHandler_interruptsTheLastCommitForNobody() {
        test.log.appendAll(0, "a");
        // The handler is there before the record is, so it is called on the poll thread; it leaves that interrupted.
        test.engine.request(delivery -> {
            test.begun.add(delivery);
            delivery.succeed();
            new Thread(() -> test.engine.close(LONG), "closer").start();
            test.until(() -> test.state() == State.STOPPING);
            Thread.currentThread().interrupt();
        });
        test.engine.start();
        test.consumer(0).changed();
        test.until(() -> test.state() == State.CLOSED);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }
}
