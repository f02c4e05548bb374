package io.quarkiverse.parallelkafka.metrics;

import java.time.Duration;
import java.util.function.Supplier;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;

/** Measures one channel. Its methods may be called from any thread, and must be cheap: they are, for each record. */
public interface ChannelMetrics extends AutoCloseable {

    /** Measures nothing: for applications without a metrics registry. */
    ChannelMetrics NONE = new ChannelMetrics() {
        @Override
        public void processed(Duration elapsed) {
        }

        @Override
        public void failed(Duration elapsed) {
        }

        @Override
        public void close() {
        }
    };

    /**
     * An attempt succeeded.
     *
     * @param elapsed from handing the record to the application until its ack
     */
    void processed(Duration elapsed);

    /**
     * An attempt failed.
     *
     * @param elapsed from handing the record to the application until its nack
     */
    void failed(Duration elapsed);

    /** Takes the channel's meters out of the registry. */
    @Override
    void close();

    /** Makes the metrics of channels: a bean, where the application has a registry. */
    interface Factory {

        /**
         * @param channel the channel's name
         * @param snapshot read at each scrape
         */
        ChannelMetrics create(String channel, Supplier<EngineSnapshot> snapshot);
    }
}
