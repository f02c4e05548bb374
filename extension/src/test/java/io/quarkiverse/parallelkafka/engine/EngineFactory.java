package io.quarkiverse.parallelkafka.engine;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.Consumer;

import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.core.ConditionFactory;

import io.quarkiverse.parallelkafka.config.ChannelSettings;

/** Creates the engine under test. */
public interface EngineFactory {

    <K, V> ParallelEngine<K, V> create(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerCreated);

    /** An engine for texts. */
    default ParallelEngine<String, String> engine(ChannelSettings settings) {
        return create(settings, new RecordDecoder<>(new StringDeserializer(), new StringDeserializer()), consumer -> {
        });
    }

    /** Waits for what happens soon, on a machine that may be busy. */
    static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
    }
}
