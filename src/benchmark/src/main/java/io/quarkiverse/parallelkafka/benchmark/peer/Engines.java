package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.apache.kafka.common.serialization.StringDeserializer;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.EngineChoice;
import io.quarkiverse.parallelkafka.config.Subscription;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.builtin.BuiltInEngine;
import io.quarkiverse.parallelkafka.engine.confluent.ConfluentEngine;

/** Creates the engine that a job names, with the settings that a channel has by default. */
final class Engines {

    private static final int MAX_WAITING = 2_000;
    private static final long MAX_WAITING_BYTES = 64 << 20;
    private static final Duration COMMIT_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(30);

    private Engines() {
    }

    static ParallelEngine<String, String> create(Job job) {
        EngineChoice choice = EngineChoice.valueOf(job.engine().toUpperCase(Locale.ROOT).replace('-', '_'));
        ChannelSettings settings = new ChannelSettings("benchmark", choice,
                Ordering.valueOf(job.ordering().toUpperCase(Locale.ROOT)), job.maxConcurrency(), MAX_WAITING,
                MAX_WAITING_BYTES, new Subscription.Topics(List.of(job.topic())), COMMIT_INTERVAL, SHUTDOWN_TIMEOUT,
                true,
                false, job.consumerProperties());
        RecordDecoder<String, String> decoder = new RecordDecoder<>(new StringDeserializer(), new StringDeserializer());
        return switch (choice) {
            case BUILT_IN -> new BuiltInEngine<>(settings, decoder, consumer -> {
            });
            case CONFLUENT -> new ConfluentEngine<>(settings, decoder, consumer -> {
            });
        };
    }
}
