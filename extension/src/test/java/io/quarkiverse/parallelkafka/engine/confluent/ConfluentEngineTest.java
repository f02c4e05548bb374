package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.ParallelEngineContract;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.TestChannel;

class ConfluentEngineTest extends ParallelEngineContract {

    @Override
    public <K, V> ParallelEngine<K, V> create(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerCreated) {
        return new ConfluentEngine<>(settings, decoder, consumerCreated);
    }

    @Test
    @Override
    @Disabled("What the metadata of a commit can hold bounds how much is fetched of a partition, waiting records included:"
            + " a thousand that wait behind one record stop the rest. The configuration guide says so.")
    public void failingKeyWithManyRecords_doesNotStopTheRestOfItsPartition() {
        // Not kept by this engine.
    }

    /** The library logs its options when it starts. */
    @Test
    void optionsOfTheLibrary_showNoPropertyOfTheConsumer() {
        ChannelSettings settings = TestChannel.with(TestChannel.withoutTopic().settings(KEY, 1), "client.rack",
                "s3cret");
        try (ByteConsumer consumer = new ByteConsumer(settings)) {
            assertThat(new ChannelModule(settings, consumer, new ControlTasks()).options().toString())
                    .contains("maxConcurrency=1").doesNotContain("s3cret");
        }
    }
}
