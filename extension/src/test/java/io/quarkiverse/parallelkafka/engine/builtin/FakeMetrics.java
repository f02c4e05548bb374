package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The metrics by which a consumer tells whether it has a connection. May be used from any thread. */
final class FakeMetrics {

    private record Current(MetricName metricName, DoubleSupplier value) implements Metric {

        @Override
        public Object metricValue() {
            return value.getAsDouble();
        }
    }

    private volatile boolean connected = true;
    private final Map<MetricName, Metric> all;

    /** @param polls how many there were; a broker answers each of them */
    FakeMetrics(IntSupplier polls) {
        MetricName connections = name("connection-count");
        MetricName responses = name("response-total");
        all = Map.of(connections, new Current(connections, () -> connected ? 1 : 0),
                responses, new Current(responses, () -> connected ? polls.getAsInt() + 1 : 0));
    }

    private static MetricName name(String name) {
        return new MetricName(name, "consumer-metrics", "", Map.of());
    }

    void connected(boolean isConnected) {
        connected = isConnected;
    }

    Map<MetricName, Metric> all() {
        return all;
    }
}
