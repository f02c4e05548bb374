package io.quarkiverse.parallelkafka.config;

import java.time.Duration;
import java.util.HashMap;
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
 *        are held up have a bound of their own, {@link #maxHeldUp()}
 * @param maxWaitingBytes how many bytes of keys and values the channel's records may be that were taken off Kafka and
 *        have not ended, from 1; one poll's more may come
 * @param subscription which topics it reads
 * @param commitInterval the longest time between two commits
 * @param shutdownTimeout how long a stop waits for the records in flight
 * @param healthEnabled whether the channel shows in the application's health
 * @param cloudEvents whether records are searched for CloudEvents attributes
 * @param consumerProperties what the Kafka consumer and the deserializers are configured with; may hold secrets
 */
public record ChannelSettings(String channel, EngineChoice engine, Ordering ordering, int maxConcurrency,
        int maxWaiting, long maxWaitingBytes, Subscription subscription, Duration commitInterval,
        Duration shutdownTimeout, boolean healthEnabled, boolean cloudEvents,
        Map<String, Object> consumerProperties) {

    private static final long DEFAULT_MAX_POLL_INTERVAL_MILLIS = 300_000;

    public ChannelSettings {
        consumerProperties = Map.copyOf(consumerProperties);
    }

    /** @return the consumer group */
    public String group() {
        return String.valueOf(consumerProperties.get(ConsumerConfig.GROUP_ID_CONFIG));
    }

    /**
     * @return how many records of one partition may wait for a retry, or behind another record of their key: ten times
     *         {@code maxWaiting}
     */
    public int maxHeldUp() {
        return 10 * maxWaiting;
    }

    /**
     * @return what a consumer of bytes is configured with: the engine commits, and only what is done, and the
     *         deserializers are not the consumer's; may hold secrets
     */
    public Map<String, Object> byteConsumerProperties() {
        Map<String, Object> properties = new HashMap<>(consumerProperties);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.remove(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
        properties.remove(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        return properties;
    }

    /**
     * @return how long a rebalance may wait for records in flight: as long as a stop, but no longer than half the time
     *         after which the group would take a member for dead that doesn't poll
     */
    public Duration revocationTimeout() {
        Duration half = maxPollInterval().dividedBy(2);
        return half.compareTo(shutdownTimeout) < 0 ? half : shutdownTimeout;
    }

    /** @return how long a member of the group may go without a poll before it is expelled */
    public Duration maxPollInterval() {
        Object configured = consumerProperties.getOrDefault(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                DEFAULT_MAX_POLL_INTERVAL_MILLIS);
        return Duration.ofMillis(Long.parseLong(configured.toString().trim()));
    }

    /** Leaves the consumer's properties out: they may hold secrets, and this ends up in logs. */
    @Override
    public String toString() {
        return "ChannelSettings[channel=" + channel + ", engine=" + engine + ", ordering=" + ordering
                + ", maxConcurrency=" + maxConcurrency + ", maxWaiting=" + maxWaiting + ", maxWaitingBytes="
                + maxWaitingBytes + ", subscription=" + subscription
                + ", commitInterval=" + commitInterval + ", shutdownTimeout="
                + shutdownTimeout + "]";
    }
}
