package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/** What a broker that is away does to an engine, and what a fault does that time does not heal. */
interface OutageContract extends EngineFactory {

    /** More than any engine needs to leave its group when the broker does not answer. */
    Duration LEAVING = Duration.ofSeconds(15);

    @Test
    default void broker_mayComeAfterTheStart_andGo_andComeBack(@TempDir Path data) {
        TestChannel channel = TestChannel.unreachable();
        EmbeddedKafkaBroker broker = new EmbeddedKafkaBroker().withKafkaHost("localhost").withKafkaPort(channel.port())
                .withControllerPort(TestChannel.freePort()).withDeleteLogDirsOnClose(false)
                .withAdditionalProperties(properties -> properties.put("log.dir", data.toString()));
        AtLeastOnce done = new AtLeastOnce(400);
        InOrder order = new InOrder(KEY);
        try (broker;
                EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                        delivery -> Outcome.doneAfter(5), done, order)) {
            assertThat(run.engine().snapshot().connected()).isFalse();
            broker.start();
            channel.send(0, 200, i -> "key" + i % 20);
            run.until(() -> done.count() > 20);
            assertThat(run.engine().snapshot().connected()).isTrue();

            broker.close();
            run.until(() -> !run.engine().snapshot().connected());
            // What was fetched goes on without a broker, its commits fail meanwhile.
            run.until(() -> done.count() == 200);
            assertThat(run.engine().snapshot().state()).isEqualTo(State.RUNNING);

            broker.start();
            channel.send(0, 200, i -> "key" + i % 20);
            run.until(() -> done.count() == 400);
            assertThat(run.seen()).as("attempts, none of them again").hasSize(400);
            run.close(Duration.ofSeconds(10));
            assertThat(channel.committed(0).offset()).isEqualTo(400);
        }
        order.check();
    }

    @Test
    default void faultOfTheConsumer_isTheEnd_andShows() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> "key" + i);
        // Nothing is committed, and no offset to begin with is given: a fault that time does not heal.
        ParallelEngine<String, String> engine = engine(
                TestChannel.with(channel.settings(KEY, 4), "auto.offset.reset", "none"));
        engine.start();
        eventually().until(() -> engine.snapshot().state() == State.FAILED);
        assertThat(engine.snapshot().failure()).isInstanceOf(NoOffsetForPartitionException.class);
        eventually().untilAsserted(() -> assertThat(channel.threads()).isEmpty());
        assertThat(channel.members()).isZero();
        engine.close(Duration.ofSeconds(10));
        assertThat(engine.snapshot().state()).isEqualTo(State.FAILED);
    }

    @Test
    default void brokerWhoseNameIsUnknown_showsInTheSnapshot_andIsNoFault() {
        TestChannel channel = new TestChannel("unknown-host", "topic", "group", "no-such-host.invalid:9092");
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 4));
        engine.start();
        try {
            assertThat(engine.snapshot().state()).isEqualTo(State.RUNNING);
            assertThat(engine.snapshot().connected()).isFalse();
        } finally {
            engine.close(Duration.ofSeconds(10));
        }
        assertThat(engine.snapshot().state()).isEqualTo(State.CLOSED);
    }

    @Test
    default void unreachableBroker_showsInTheSnapshot_andDelaysClosingLittle() {
        TestChannel channel = TestChannel.unreachable();
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 4));
        engine.start();
        EngineSnapshot snapshot = engine.snapshot();
        assertThat(snapshot.state()).isEqualTo(State.RUNNING);
        assertThat(snapshot.connected()).isFalse();
        assertThat(snapshot.joined()).isFalse();
        long start = System.nanoTime();
        engine.close(Duration.ofSeconds(30));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LEAVING);
        assertThat(engine.snapshot().state()).isEqualTo(State.CLOSED);
        eventually().untilAsserted(() -> assertThat(channel.threads()).isEmpty());
    }
}
