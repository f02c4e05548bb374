package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/** That a broker may be away for a while. */
interface OutageContract extends EngineFactory {

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
}
