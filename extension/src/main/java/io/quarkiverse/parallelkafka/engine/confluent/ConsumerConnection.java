package io.quarkiverse.parallelkafka.engine.confluent;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/** Whether a Kafka consumer has a connection to a broker, by its own metrics, which any thread may read. */
final class ConsumerConnection {

    private ConsumerConnection() {
    }

    static boolean isUp(Consumer<?, ?> consumer) {
        for (Metric metric : consumer.metrics().values()) {
            if (metric.metricName().name().equals("connection-count")
                    && metric.metricName().group().equals("consumer-metrics")) {
                return metric.metricValue() instanceof Number connections && connections.doubleValue() > 0;
            }
        }
        return false;
    }
}
