package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.function.Consumer;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.ParallelEngineContract;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;

class BuiltInEngineTest extends ParallelEngineContract {

    @Override
    public <K, V> ParallelEngine<K, V> create(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerCreated) {
        return new BuiltInEngine<>(settings, decoder, consumerCreated);
    }
}
