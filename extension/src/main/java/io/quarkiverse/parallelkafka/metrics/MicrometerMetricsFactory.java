package io.quarkiverse.parallelkafka.metrics;

import java.util.function.Supplier;

import jakarta.enterprise.context.ApplicationScoped;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;

/** Measures channels with Micrometer. A bean only where the application has the Micrometer extension. */
@ApplicationScoped
public class MicrometerMetricsFactory implements ChannelMetrics.Factory {

    private final MeterRegistry registry;

    MicrometerMetricsFactory(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public ChannelMetrics create(String channel, Supplier<EngineSnapshot> snapshot) {
        return new MicrometerChannelMetrics(registry, channel, snapshot);
    }
}
