package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.engine.builtin.TestEngine.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;

/** What the poll thread does about faults, and that nothing else holds it up. */
class PollLoopTest {

    private final ManualClock clock = new ManualClock();
    private final TestEngine test = TestEngine.of(TestEngine.settings().build(), clock, 0, 1);

    @AfterEach
    void close() {
        test.close();
    }

    /** Lets time go by until something is so that a fault holds up. */
    private void afterBackOff(Callable<Boolean> reached) {
        test.until(() -> {
            clock.advance(Duration.ofSeconds(5));
            return reached.call();
        });
    }

    @Test
    void topicThatIsDenied_showsUntilItIsNot_andIsReadThen() {
        test.log.append(0, "a");
        test.start(2);
        test.delivery(0).succeed();
        TopicAuthorizationException fault = new TopicAuthorizationException(Set.of("topic"));
        test.consumer(0).failQuestions(fault);
        test.consumer(0).failPoll(fault);
        test.until(() -> test.engine.snapshot().fault() == fault);
        int questions = test.consumer(0).questions();
        test.until(() -> {
            clock.advance(Duration.ofSeconds(5));
            return test.consumer(0).questions() > questions + 2;
        });
        assertThat(test.engine.snapshot().fault()).as("polls went well meanwhile").isSameAs(fault);
        test.consumer(0).failQuestions(null);
        afterBackOff(() -> test.engine.snapshot().fault() == null);
        test.log.append(0, "b");
        test.consumer(1).changed();
        assertThat(test.delivery(1).raw().offset()).isEqualTo(1);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void faultOfAConsumer_shows_andPasses() {
        KafkaException fault = new TimeoutException("no broker");
        test.start(2);
        test.consumer(0).failPoll(fault);
        test.until(() -> test.engine.snapshot().fault() == fault);
        assertThat(test.state()).isEqualTo(State.RUNNING);
        afterBackOff(() -> test.engine.snapshot().fault() == null);
        test.log.append(0, "a");
        test.consumer(0).changed();
        test.delivery(0);
        assertThat(test.consumers).hasSize(1);
    }

    @Test
    void whatEndsWhileANewConsumerIsWaitedFor_isDone() {
        KafkaException fault = new KafkaException("a damaged batch");
        test.log.appendAll(0, "a");
        test.start(10);
        Delivery<String, String> running = test.delivery(0);
        test.consumer(0).failPoll(fault);
        test.until(() -> test.engine.snapshot().fault() == fault);
        running.succeed();
        test.log.append(0, "b");
        afterBackOff(() -> test.consumers.size() == 2);
        assertThat(test.delivery(1).raw().offset()).isEqualTo(1);
    }

    static Stream<KafkaException> faultsThatTakeANewConsumer() {
        return Stream.of(new SaslAuthenticationException("wrong password"), GroupAuthorizationException.forGroupId("g"),
                new GroupMaxSizeReachedException("full"), new KafkaException("a damaged batch"),
                new UnknownServerException("unusual"));
    }

    @ParameterizedTest
    @MethodSource("faultsThatTakeANewConsumer")
    void newConsumer_takesOver_andTheOldOnesRecordsHoldTheirKeys(KafkaException fault) {
        test.log.appendAll(0, "a", "a", "b");
        test.start(10);
        Delivery<String, String> straggler = test.delivery(0);
        test.delivery(1).succeed();
        clock.advance(Duration.ofMillis(100));
        test.until(() -> test.log.committedMap(0).isDone(2));

        test.consumer(0).failPoll(fault);
        test.until(() -> test.engine.snapshot().fault() == fault);
        afterBackOff(() -> test.consumers.size() == 2);
        assertThat(test.consumer(0).closed()).isTrue();
        assertThat(test.engine.snapshot().inFlight()).isEqualTo(1);
        afterBackOff(() -> test.engine.snapshot().fault() == null);
        FakeConsumer next = test.consumer(1);
        test.log.append(0, "c");
        next.changed();
        assertThat(test.delivery(2).raw().offset()).as("another key; b was done before").isEqualTo(3);

        straggler.succeed();
        assertThat(test.delivery(3).raw().offset()).as("again: what the old consumer took counts for nothing")
                .isZero();
        test.begun.forEach(Delivery::succeed);
        test.delivery(4).succeed();
        clock.advance(Duration.ofMillis(100));
        test.until(() -> test.log.committedOffset(0) == 4);
    }

    @ParameterizedTest
    @MethodSource("faultsThatTakeANewConsumer")
    void faultThatComesBeforeEachCommit_hasNothingRunAgain(KafkaException fault) {
        test.log.appendAll(0, "a");
        test.start(10);
        test.delivery(0).succeed();
        test.consumer(0).failPoll(fault);
        afterBackOff(() -> test.consumers.size() == 2);
        test.log.append(0, "b");
        test.consumer(1).changed();
        assertThat(test.delivery(1).raw().offset()).isEqualTo(1);
        assertThat(test.log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void topicThatIsNoLongerDenied_hasNothingRunAgain() {
        test.log.append(0, "a");
        test.start(2);
        Delivery<String, String> running = test.delivery(0);
        test.consumer(0).failPoll(new TopicAuthorizationException(Set.of("topic")));
        test.until(() -> test.engine.snapshot().fault() != null);
        test.until(() -> {
            clock.advance(Duration.ofMillis(100));
            return test.consumer(0).questions() > 0;
        });
        running.succeed();
        test.consumer(1);
        test.log.append(0, "b");
        test.consumer(1).changed();
        assertThat(test.delivery(1).raw().offset()).isEqualTo(1);
    }

    static Stream<RuntimeException> faultsThatAreFatal() {
        return Stream.of(new FencedInstanceIdException("another one"),
                new NoOffsetForPartitionException(new TopicPartition("topic", 0)), new IllegalStateException("a bug"));
    }

    @ParameterizedTest
    @MethodSource("faultsThatAreFatal")
    void fatalFault_endsTheEngine_withItsCause(RuntimeException fault) {
        test.log.appendAll(0, "a");
        test.start(2);
        Delivery<String, String> running = test.delivery(0);
        test.consumer(0).failPoll(fault);
        test.until(() -> test.state() == State.FAILED);
        assertThat(test.engine.snapshot().failure()).isSameAs(fault);
        test.until(test.consumer(0)::closed);
        assertThat(running.succeed()).isTrue();
        test.engine.close(LONG);
        assertThat(test.state()).isEqualTo(State.FAILED);
        assertThat(test.log.committedOffset(0)).isLessThanOrEqualTo(0);
    }

    @Test
    void unreachableBrokers_areTriedAgain() {
        test.unreachable(3).log.appendAll(0, "a");
        test.start(1);
        assertThat(test.engine.snapshot().fault()).isInstanceOf(UnreachableBrokersException.class);
        afterBackOff(() -> test.engine.snapshot().fault() == null);
        assertThat(test.unreachable).hasValue(3);
        test.delivery(0);
    }

    @Test
    void interrupt_endsNothing() {
        test.log.appendAll(0, "a");
        test.start(2);
        test.delivery(0);
        test.pollThread().interrupt();
        test.until(() -> test.engine.snapshot().fault() instanceof InterruptException);
        afterBackOff(() -> test.engine.snapshot().fault() == null);
        test.log.append(0, "b");
        test.consumer(0).changed();
        test.delivery(1);
        test.begun.forEach(Delivery::succeed);
        test.engine.close(LONG);
        assertThat(test.log.committedOffset(0)).isEqualTo(2);
    }

    @Test
    void interrupt_duringARevoke_doesNotEndItsWait() {
        test.log.appendAll(0, "a");
        test.start(1);
        Delivery<String, String> running = test.delivery(0);
        test.beginRevocation();
        test.pollThread().interrupt();
        assertThat(test.engine.snapshot().assigned()).hasSize(2);
        running.succeed();
        test.until(() -> test.log.committedOffset(0) == 1);
    }

    @Test
    void partitionThatIsFull_isFetchedAgain_withoutWaitingForThePollToEnd() {
        int records = 300;
        try (TestEngine full = TestEngine.of(
                TestEngine.settings().maxConcurrency(1).maxWaiting(1).commitInterval(LONG).build(),
                clock, 0)) {
            for (int i = 0; i < records; i++) {
                full.log.append(0, "k" + i % 7);
            }
            full.engine.start();
            full.consumer(0).maxPollRecords(1);
            for (int i = 0; i < records; i++) {
                full.request(1);
                full.delivery(i).succeed();
            }
            assertThat(full.consumer(0).pollsThatWaited(Duration.ofMillis(500)))
                    .as("polls of a second, in which nothing came")
                    .isLessThan(records / 30L);
        }
    }
}
