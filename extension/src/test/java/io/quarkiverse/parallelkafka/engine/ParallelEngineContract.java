package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.function.Consumer;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;

public abstract class ParallelEngineContract {

    protected abstract <K, V> ParallelEngine<K, V> create(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerCreated);

    private ParallelEngine<String, String> engine(ChannelSettings settings) {
        return create(settings, new RecordDecoder<>(new StringDeserializer(), new StringDeserializer()), consumer -> {
        });
    }

    @Test
    void smoke() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 200, i -> "k" + i % 10);
        channel.send(1, 200, i -> "k" + i % 10);
        InOrder order = new InOrder(KEY);
        OneAtATime exclusive = new OneAtATime(KEY);
        AtLeastOnce all = new AtLeastOnce(400);
        InFlightBound bound = new InFlightBound(8);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.doneAfter(5), order, exclusive, all, bound)) {
            await().until(() -> all.count() == 400);
        }
        order.check();
        exclusive.check();
        all.check();
        bound.check();
        assertThat(bound.peak()).isEqualTo(8);
        Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(n -> n.contains("parallel-kafka") || n.startsWith("pc-")).forEach(System.out::println);
    }
}
