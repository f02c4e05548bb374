package io.quarkiverse.parallelkafka.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;

/** The meters of one channel, each with the tag {@code channel}. */
final class MicrometerChannelMetrics implements ChannelMetrics {

    static final String CHANNEL = "channel";

    private final MeterRegistry registry;
    private final Counter processed;
    private final Counter failed;
    private final Timer processingTime;
    private final List<Meter> meters;

    MicrometerChannelMetrics(MeterRegistry registry, String channel, Supplier<EngineSnapshot> snapshot) {
        this.registry = registry;
        processed = Counter.builder("parallel.kafka.processed")
                .description("Records that were processed and acknowledged")
                .tag(CHANNEL, channel).register(registry);
        failed = Counter.builder("parallel.kafka.failed")
                .description("Attempts at records that failed")
                .tag(CHANNEL, channel).register(registry);
        processingTime = Timer.builder("parallel.kafka.processing.time")
                .description("From handing a record to the application until its ack or nack")
                .tag(CHANNEL, channel).register(registry);
        meters = new ArrayList<>(List.of(processed, failed, processingTime));
        meters.addAll(new ChannelGauges(registry, channel, new RecentSnapshot(snapshot, System::nanoTime)).register());
    }

    @Override
    public void processed(Duration elapsed) {
        processed.increment();
        processingTime.record(elapsed);
    }

    @Override
    public void failed(Duration elapsed) {
        failed.increment();
        processingTime.record(elapsed);
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
