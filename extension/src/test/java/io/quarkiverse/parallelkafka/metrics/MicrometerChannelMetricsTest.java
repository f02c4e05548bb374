package io.quarkiverse.parallelkafka.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.Incomplete;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

class MicrometerChannelMetricsTest {

    private static final PartitionSnapshot BUSY = partition(0, PauseReason.COMMIT_METADATA, 3, 4,
            new Incomplete(17, Duration.ofMillis(90_500), 3), 10L);
    private static final PartitionSnapshot FULL = partition(1, PauseReason.WAITING, 0, 2,
            new Incomplete(5, Duration.ofSeconds(2), 1), 20L);
    private static final PartitionSnapshot IDLE = partition(2, null, 0, 0, null, 0L);

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void gauges_sumUpThePartitions() {
        measure(snapshot(BUSY, FULL, IDLE));

        assertThat(gauge("in.flight")).isEqualTo(7);
        assertThat(gauge("waiting")).isEqualTo(9);
        assertThat(gauge("retrying")).isEqualTo(3);
        assertThat(gauge("lag")).isEqualTo(30);
        assertThat(gauge("partitions.assigned")).isEqualTo(3);
        assertThat(gauge("oldest.incomplete.age")).isEqualTo(90.5);
        assertThat(registry.get("parallel.kafka.oldest.incomplete.age").gauge().getId().getBaseUnit())
                .isEqualTo("seconds");
    }

    @Test
    void pausedPartitions_areCountedByReason() {
        measure(snapshot(BUSY, FULL, IDLE));

        assertThat(paused("waiting")).isEqualTo(1);
        assertThat(paused("held-up")).isZero();
        assertThat(paused("bytes")).isZero();
        assertThat(paused("commit-metadata")).isEqualTo(1);
    }

    @Test
    void engineThatDoesNotKnowItsPartitions_hasNoNumbersOfThem() {
        measure(new EngineSnapshot(State.RUNNING, null, null, true, true, false, Set.of(BUSY.partition()), List.of(), 7,
                9));

        assertThat(gauge("in.flight")).isEqualTo(7);
        assertThat(gauge("waiting")).isEqualTo(9);
        assertThat(gauge("partitions.assigned")).isEqualTo(1);
        assertThat(Stream.of(gauge("retrying"), gauge("lag"), gauge("oldest.incomplete.age"), paused("waiting")))
                .allMatch(value -> value.isNaN());
    }

    @Test
    void channelWithoutPartitions_hasNothingToDo() {
        measure(EngineSnapshot.withoutConsumer(State.NEW, null));

        assertThat(Stream.of(gauge("in.flight"), gauge("waiting"), gauge("retrying"), gauge("lag"),
                gauge("partitions.assigned"), gauge("oldest.incomplete.age"), paused("waiting")))
                .allMatch(value -> value == 0);
    }

    @Test
    void lagThatOnePartitionDoesNotKnow_isNoNumber() {
        measure(snapshot(BUSY, partition(1, null, 0, 0, null, null)));

        assertThat(gauge("lag")).isNaN();
        assertThat(gauge("retrying")).isEqualTo(3);
    }

    @Test
    void closedMetrics_leaveNoMeter() {
        ChannelMetrics metrics = measure(snapshot(BUSY));
        assertThat(registry.getMeters()).hasSize(13)
                .allSatisfy(meter -> assertThat(meter.getId().getTag("channel")).isEqualTo("users"));

        metrics.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    private ChannelMetrics measure(EngineSnapshot snapshot) {
        return new MicrometerChannelMetrics(registry, "users", () -> snapshot);
    }

    private double gauge(String name) {
        return registry.get("parallel.kafka." + name).tag("channel", "users").gauge().value();
    }

    private double paused(String reason) {
        return registry.get("parallel.kafka.partitions.paused").tag("channel", "users").tag("reason", reason).gauge()
                .value();
    }

    private static EngineSnapshot snapshot(PartitionSnapshot... partitions) {
        return new EngineSnapshot(State.RUNNING, null, null, true, true, false,
                Stream.of(partitions).map(PartitionSnapshot::partition).collect(Collectors.toSet()),
                List.of(partitions), 7, 9);
    }

    private static PartitionSnapshot partition(int number, @Nullable PauseReason paused, int retrying, int waiting,
            @Nullable Incomplete oldest, @Nullable Long lag) {
        return new PartitionSnapshot(new TopicPartition("users", number), paused, 100, 0, 0, waiting, retrying, oldest,
                lag);
    }
}
