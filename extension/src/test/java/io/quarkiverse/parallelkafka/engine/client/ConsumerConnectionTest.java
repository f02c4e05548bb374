package io.quarkiverse.parallelkafka.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class ConsumerConnectionTest {

    private double connections;
    private double responses;
    private long nanos;
    private final ConsumerConnection connection = new ConsumerConnection(new CountingConsumer(), () -> nanos);

    @Test
    void connectionWithoutAnAnswer_isNotUp() {
        connections = 1;
        connection.look();
        assertThat(connection.isUp()).isFalse();

        responses = 1;
        connection.look();
        assertThat(connection.isUp()).isTrue();
    }

    @Test
    void lostConnection_isNotUp_untilItAnswersAgain() {
        answer();
        connections = 0;
        connection.look();
        connections = 1;
        connection.look();
        assertThat(connection.isUp()).isFalse();

        answer();
        assertThat(connection.isUp()).isTrue();
    }

    @Test
    void brokerThatIsSilentForLong_isNotUp_untilItAnswersAgain() {
        answer();
        nanos += Duration.ofSeconds(30).toNanos();
        connection.look();
        assertThat(connection.isUp()).isTrue();

        nanos += 1;
        connection.look();
        assertThat(connection.isUp()).isFalse();

        answer();
        assertThat(connection.isUp()).isTrue();
    }

    private void answer() {
        connections = 1;
        responses++;
        connection.look();
    }

    private final class CountingConsumer extends MockConsumer<byte[], byte[]> {

        CountingConsumer() {
            super("earliest");
        }

        @Override
        public Map<MetricName, ? extends Metric> metrics() {
            Map<MetricName, Metric> metrics = new HashMap<>();
            add(metrics, "connection-count", () -> connections);
            add(metrics, "response-total", () -> responses);
            return metrics;
        }

        private static void add(Map<MetricName, Metric> metrics, String name, DoubleSupplier value) {
            MetricName metricName = new MetricName(name, "consumer-metrics", "", Map.of());
            metrics.put(metricName, new Metric() {
                @Override
                public MetricName metricName() {
                    return metricName;
                }

                @Override
                public Object metricValue() {
                    return value.getAsDouble();
                }
            });
        }
    }
}
