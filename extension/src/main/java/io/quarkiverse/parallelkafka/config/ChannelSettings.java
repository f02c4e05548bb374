package io.quarkiverse.parallelkafka.config;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerConfig;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * What one channel was configured to do: complete and valid, or it doesn't exist.
 *
 * @param channel the channel's name, without a lane's number
 * @param engine which engine works for it
 * @param ordering which records may not run at the same time
 * @param maxConcurrency how many records may be in flight over the whole channel, from 1
 * @param maxWaiting how many records of one partition may be taken off Kafka and wait for their turn, from 1; those that
 *        wait for a retry, or behind one, have a bound of their own, {@link #maxRetrying()}
 * @param subscription which topics it reads
 * @param commitInterval the longest time between two commits
 * @param shutdownTimeout how long a stop waits for the records in flight
 * @param healthEnabled whether the channel shows in the application's health
 * @param cloudEvents whether records are searched for CloudEvents attributes
 * @param consumerProperties what the Kafka consumer and the deserializers are configured with; may hold secrets
 */
public record ChannelSettings(String channel, EngineChoice engine, Ordering ordering, int maxConcurrency,
        int maxWaiting, Subscription subscription, Duration commitInterval, Duration shutdownTimeout,
        boolean healthEnabled, boolean cloudEvents,
        Map<String, Object> consumerProperties) {

    public ChannelSettings {
        consumerProperties = Map.copyOf(consumerProperties);
    }

    /** @return the consumer group */
    public String group() {
        return String.valueOf(consumerProperties.get(ConsumerConfig.GROUP_ID_CONFIG));
    }

    /** @return how many records of one partition may wait for a retry, or behind one: ten times {@code maxWaiting} */
    public int maxRetrying() {
        return 10 * maxWaiting;
    }

    /** Leaves the consumer's properties out: they may hold secrets, and this ends up in logs. */
    @Override
    public String toString() {
        return "ChannelSettings[channel=" + channel + ", engine=" + engine + ", ordering=" + ordering
                + ", maxConcurrency=" + maxConcurrency + ", maxWaiting=" + maxWaiting + ", subscription=" + subscription
                + ", commitInterval=" + commitInterval + ", shutdownTimeout="
                + shutdownTimeout + "]";
    }
}
