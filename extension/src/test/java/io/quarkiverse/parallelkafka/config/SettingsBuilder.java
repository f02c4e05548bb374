package io.quarkiverse.parallelkafka.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.quarkiverse.parallelkafka.Ordering;

/** Makes settings out of others, or out of the defaults: a test names only what it is about. */
public final class SettingsBuilder {

    private final String channel;
    private EngineChoice engine = EngineChoice.BUILT_IN;
    private Ordering ordering = Ordering.KEY;
    private int maxConcurrency = WholeNumber.MAX_CONCURRENCY.unset();
    private int maxWaiting = WholeNumber.MAX_WAITING.unset();
    private long maxWaitingBytes = ByteCount.MAX_WAITING_BYTES.unset();
    private Subscription subscription;
    private Duration commitInterval = Duration.ofSeconds(1);
    private Duration shutdownTimeout = Duration.ofSeconds(30);
    private boolean healthEnabled = true;
    private boolean cloudEvents = true;
    private Map<String, Object> consumerProperties = Map.of();

    private SettingsBuilder(String channel) {
        this.channel = channel;
        this.subscription = new Subscription.Topics(List.of(channel));
    }

    /** The defaults; the topic is named as the channel, and the consumer has no properties. */
    public static SettingsBuilder channel(String name) {
        return new SettingsBuilder(name);
    }

    public static SettingsBuilder like(ChannelSettings settings) {
        SettingsBuilder builder = new SettingsBuilder(settings.channel());
        builder.engine = settings.engine();
        builder.ordering = settings.ordering();
        builder.maxConcurrency = settings.maxConcurrency();
        builder.maxWaiting = settings.maxWaiting();
        builder.maxWaitingBytes = settings.maxWaitingBytes();
        builder.subscription = settings.subscription();
        builder.commitInterval = settings.commitInterval();
        builder.shutdownTimeout = settings.shutdownTimeout();
        builder.healthEnabled = settings.healthEnabled();
        builder.cloudEvents = settings.cloudEvents();
        builder.consumerProperties = settings.consumerProperties();
        return builder;
    }

    public SettingsBuilder ordering(Ordering value) {
        ordering = value;
        return this;
    }

    public SettingsBuilder maxConcurrency(int value) {
        maxConcurrency = value;
        return this;
    }

    public SettingsBuilder maxWaiting(int value) {
        maxWaiting = value;
        return this;
    }

    public SettingsBuilder maxWaitingBytes(long value) {
        maxWaitingBytes = value;
        return this;
    }

    public SettingsBuilder subscription(Subscription value) {
        subscription = value;
        return this;
    }

    public SettingsBuilder commitInterval(Duration value) {
        commitInterval = value;
        return this;
    }

    public SettingsBuilder shutdownTimeout(Duration value) {
        shutdownTimeout = value;
        return this;
    }

    public SettingsBuilder consumerProperties(Map<String, Object> value) {
        consumerProperties = value;
        return this;
    }

    public ChannelSettings build() {
        return new ChannelSettings(channel, engine, ordering, maxConcurrency, maxWaiting, maxWaitingBytes, subscription,
                commitInterval, shutdownTimeout, healthEnabled, cloudEvents, consumerProperties);
    }
}
