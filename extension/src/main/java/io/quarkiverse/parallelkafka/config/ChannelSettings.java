package io.quarkiverse.parallelkafka.config;

import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerConfig;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * What one channel was configured to do: complete and valid, or it doesn't exist.
 *
 * @param channel the channel's name, without a lane's number
 * @param ordering which records may not run at the same time
 * @param maxConcurrency how many records may be in flight over the whole channel, from 1
 * @param subscription which topics it reads
 * @param commitInterval the longest time between two commits
 * @param shutdownTimeout how long a stop waits for the records in flight
 * @param healthEnabled whether the channel shows in the application's health
 * @param cloudEvents whether records are searched for CloudEvents attributes
 * @param consumerProperties what the Kafka consumer and the deserializers are configured with; may hold secrets
 */
public record ChannelSettings(String channel, Ordering ordering, int maxConcurrency, Subscription subscription,
        Duration commitInterval, Duration shutdownTimeout, boolean healthEnabled, boolean cloudEvents,
        Map<String, Object> consumerProperties) {

    public ChannelSettings {
        consumerProperties = Map.copyOf(consumerProperties);
    }

    /** @return the consumer group */
    public String group() {
        return String.valueOf(consumerProperties.get(ConsumerConfig.GROUP_ID_CONFIG));
    }

    /** Leaves the consumer's properties out: they may hold secrets, and this ends up in logs. */
    @Override
    public String toString() {
        return "ChannelSettings[channel=" + channel + ", ordering=" + ordering + ", maxConcurrency=" + maxConcurrency
                + ", subscription=" + subscription + ", commitInterval=" + commitInterval + ", shutdownTimeout="
                + shutdownTimeout + "]";
    }
}
