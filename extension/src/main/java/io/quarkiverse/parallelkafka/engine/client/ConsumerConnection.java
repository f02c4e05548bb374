package io.quarkiverse.parallelkafka.engine.client;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Whether a Kafka consumer has a connection to a broker, by its own metrics. These count a connection before it is
 * established, and while nobody is at its other end. So one counts here once a broker has answered on it, or on another,
 * since there was none, and until no broker has answered for long: a consumer that only sends heartbeats gets an answer
 * every few seconds.
 */
public final class ConsumerConnection {

    private static final String GROUP = "consumer-metrics";
    private static final long LONGEST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Consumer<?, ?> consumer;
    private volatile @Nullable Metric connections;
    private @Nullable Metric responses;
    private final LongSupplier nanoClock;
    private double responsesBefore;
    private long answeredAt;
    private volatile boolean answered;

    /**
     * @param consumer only its metrics are read
     * @param nanoClock as {@link System#nanoTime()}
     */
    public ConsumerConnection(Consumer<?, ?> consumer, LongSupplier nanoClock) {
        this.consumer = consumer;
        this.nanoClock = nanoClock;
    }

    /** Looks at what happened since the last look. Called on the thread that polls, between polls. */
    public void look() {
        if (connections == null || responses == null) {
            connections = metric("connection-count");
            responses = metric("response-total");
        }
        double now = value(responses);
        long time = nanoClock.getAsLong();
        if (value(connections) == 0) {
            answered = false;
        } else if (now > responsesBefore) {
            answered = true;
            answeredAt = time;
        } else if (time - answeredAt > LONGEST_SILENCE_NANOS) {
            answered = false;
        }
        responsesBefore = now;
    }

    /** @return whether a broker has answered, and not too long ago; called on any thread */
    public boolean isUp() {
        return answered && value(connections) > 0;
    }

    /** The metric; none, until the consumer has a network client, which it may create in the background. */
    private @Nullable Metric metric(String name) {
        for (Metric metric : consumer.metrics().values()) {
            if (metric.metricName().name().equals(name) && metric.metricName().group().equals(GROUP)) {
                return metric;
            }
        }
        return null;
    }

    private static double value(@Nullable Metric metric) {
        return metric != null && metric.metricValue() instanceof Number number ? number.doubleValue() : 0;
    }
}
