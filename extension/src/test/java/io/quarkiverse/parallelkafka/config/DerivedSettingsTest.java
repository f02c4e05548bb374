package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** What follows from a channel's settings. */
class DerivedSettingsTest {

    @Test
    void consumerOfBytes_neitherCommitsNorDecodes() {
        Map<String, Object> properties = settings(Map.of("group.id", "g", "enable.auto.commit", "true",
                "key.deserializer", "K", "value.deserializer", "V")).build().byteConsumerProperties();

        assertThat(properties).isEqualTo(Map.of("group.id", "g", "enable.auto.commit", false));
    }

    @Test
    void revocation_waitsAsLongAsAStop() {
        assertThat(settings(Map.of()).shutdownTimeout(Duration.ofSeconds(30)).build().revocationTimeout())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void revocation_waitsNoLongerThanHalfTheTimeBetweenPolls() {
        assertThat(settings(Map.of("max.poll.interval.ms", " 10000 ")).shutdownTimeout(Duration.ofSeconds(30)).build()
                .revocationTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings(Map.of()).shutdownTimeout(Duration.ofHours(1)).build().revocationTimeout())
                .isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void retriesMayWait_tenTimesAsManyAsOthers() {
        assertThat(settings(Map.of()).maxWaiting(1_000_000).build().maxHeldUp()).isEqualTo(10_000_000);
    }

    private static SettingsBuilder settings(Map<String, Object> consumerProperties) {
        return SettingsBuilder.channel("users").consumerProperties(consumerProperties);
    }
}
