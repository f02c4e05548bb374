package io.quarkiverse.parallelkafka.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.Incomplete;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/** The gauges of one channel: what its engine is doing now. What the engine doesn't know is not a number. */
final class ChannelGauges {

    private static final double UNKNOWN = Double.NaN;

    private final MeterRegistry registry;
    private final String channel;
    private final Supplier<EngineSnapshot> snapshot;

    ChannelGauges(MeterRegistry registry, String channel, Supplier<EngineSnapshot> snapshot) {
        this.registry = registry;
        this.channel = channel;
        this.snapshot = snapshot;
    }

    List<Meter> register() {
        return Stream.concat(Stream.of(
                gauge("in.flight", "Records handed to the application that are neither acknowledged nor failed",
                        EngineSnapshot::inFlight),
                gauge("waiting", "Records taken off Kafka that wait for their turn or for a retry",
                        EngineSnapshot::waiting),
                gauge("retrying", "Records that wait for a retry, or behind one",
                        now -> now.knowsPartitions() ? each(now, PartitionSnapshot::retrying).sum() : UNKNOWN),
                gauge("lag", "How far the lowest offsets that are not done are behind the ends of the logs",
                        ChannelGauges::lag),
                gauge("partitions.assigned", "Partitions that the channel has", now -> now.assigned().size()),
                register(builder("oldest.incomplete.age", ChannelGauges::oldestSeconds).baseUnit("seconds"),
                        "How long ago the oldest record that is not done was taken off Kafka")),
                Stream.of(PauseReason.WAITING, PauseReason.HELD_UP, PauseReason.BYTES, PauseReason.COMMIT_METADATA)
                        .map(this::paused))
                .toList();
    }

    private Meter paused(PauseReason reason) {
        return register(builder("partitions.paused",
                now -> now.knowsPartitions() ? now.pausedFor(reason).size() : UNKNOWN)
                .tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-')),
                "Partitions of which nothing more is taken off Kafka for now");
    }

    private Meter gauge(String name, String description, ToDoubleFunction<EngineSnapshot> value) {
        return register(builder(name, value), description);
    }

    private Gauge.Builder<Supplier<Number>> builder(String name, ToDoubleFunction<EngineSnapshot> value) {
        return Gauge.builder("parallel.kafka." + name, () -> value.applyAsDouble(snapshot.get()));
    }

    private Meter register(Gauge.Builder<Supplier<Number>> gauge, String description) {
        return gauge.description(description).tag(MicrometerChannelMetrics.CHANNEL, channel).register(registry);
    }

    private static DoubleStream each(EngineSnapshot snapshot, ToDoubleFunction<PartitionSnapshot> value) {
        return snapshot.partitions().stream().mapToDouble(value);
    }

    /** A partition whose lag is not known yet would make the sum look better than it is. */
    private static double lag(EngineSnapshot snapshot) {
        return snapshot.knowsPartitions()
                ? each(snapshot, partition -> partition.lag() == null ? UNKNOWN : partition.lag()).sum()
                : UNKNOWN;
    }

    private static double oldestSeconds(EngineSnapshot snapshot) {
        return snapshot.knowsPartitions()
                ? snapshot.partitions().stream().map(PartitionSnapshot::oldest).filter(Objects::nonNull)
                        .map(Incomplete::age).max(Duration::compareTo).map(ChannelGauges::seconds).orElse(0.0)
                : UNKNOWN;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
