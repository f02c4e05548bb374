package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;

class ConsumerTuningTest {

    @Test
    void whatIsNotConfigured_isSet() {
        assertThat(ConsumerTuning.of(Map.of("group.id", "g"))).containsOnly(Map.entry("group.id", "g"),
                Map.entry("heartbeat.interval.ms", 1000), Map.entry("max.poll.records", 500),
                Map.entry("receive.buffer.bytes", -1));
    }

    @Test
    void whatIsConfigured_holds() {
        Map<String, Object> configured = Map.of("heartbeat.interval.ms", "3000", "max.poll.records", " 50 ",
                "receive.buffer.bytes", "65536");
        assertThat(ConsumerTuning.of(configured)).containsEntry("heartbeat.interval.ms", "3000")
                .containsEntry("max.poll.records", 50).containsEntry("receive.buffer.bytes", "65536");
    }

    @Test
    void polls_bringNoMoreThanTheCommitsMetadataIsReckonedWith() {
        assertThat(ConsumerTuning.of(Map.of("max.poll.records", 10_000))).containsEntry("max.poll.records",
                MetadataLimit.MOST_POLLED);
    }

    @Test
    void theHeartbeatOfTheNewerProtocol_isTheBrokers() {
        assertThat(ConsumerTuning.of(Map.of("group.protocol", "Consumer"))).doesNotContainKey("heartbeat.interval.ms");
    }
}
