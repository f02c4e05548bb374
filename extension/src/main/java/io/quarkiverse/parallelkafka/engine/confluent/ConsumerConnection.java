package io.quarkiverse.parallelkafka.engine.confluent;

import java.util.Map;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Whether a Kafka consumer has a connection to a broker, by its own metrics. These count a connection before it is
 * established, so one counts here once a broker has answered on it, or on another, since there was none.
 */
final class ConsumerConnection {

    private static final String GROUP = "consumer-metrics";

    private final Metric connections;
    private final Metric responses;
    private double responsesBefore;
    private volatile boolean answered;

    ConsumerConnection(Consumer<?, ?> consumer) {
        this.connections = metric(consumer.metrics(), "connection-count");
        this.responses = metric(consumer.metrics(), "response-total");
    }

    private static Metric metric(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.values().stream()
                .filter(metric -> metric.metricName().name().equals(name) && metric.metricName().group().equals(GROUP))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The Kafka consumer has no metric " + GROUP + ":" + name));
    }

    /** Looks at what happened since the last look. Called on the poll thread, between polls. */
    void look() {
        double now = value(responses);
        if (value(connections) == 0) {
            answered = false;
        } else if (now > responsesBefore) {
            answered = true;
        }
        responsesBefore = now;
    }

    /** Called on any thread. */
    boolean isUp() {
        return answered && value(connections) > 0;
    }

    private static double value(Metric metric) {
        return metric.metricValue() instanceof Number number ? number.doubleValue() : 0;
    }
}
