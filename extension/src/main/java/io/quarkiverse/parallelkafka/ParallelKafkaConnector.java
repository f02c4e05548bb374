package io.quarkiverse.parallelkafka;

import static io.quarkiverse.parallelkafka.config.ParallelKafka.CONNECTOR;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.function.Function;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.ChannelSettingsReader;
import io.quarkiverse.parallelkafka.config.EngineChoice;
import io.quarkiverse.parallelkafka.config.ParallelKafka;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.builtin.BuiltInEngine;
import io.quarkiverse.parallelkafka.engine.confluent.ConfluentEngine;
import io.quarkiverse.parallelkafka.failure.RetryForever;
import io.quarkiverse.parallelkafka.health.ChannelHealth;
import io.quarkiverse.parallelkafka.lane.ParallelChannel;
import io.quarkiverse.parallelkafka.metrics.ChannelMetrics;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.smallrye.reactivemessaging.runtime.SmallRyeReactiveMessagingRecorder.SmallRyeReactiveMessagingContext;
import io.smallrye.reactive.messaging.annotations.ConnectorAttribute;
import io.smallrye.reactive.messaging.annotations.ConnectorAttribute.Direction;
import io.smallrye.reactive.messaging.connector.InboundConnector;
import io.smallrye.reactive.messaging.health.HealthReport;
import io.smallrye.reactive.messaging.health.HealthReport.ChannelInfo;
import io.smallrye.reactive.messaging.health.HealthReporter;
import io.smallrye.reactive.messaging.kafka.KafkaCDIEvents;
import io.smallrye.reactive.messaging.providers.connectors.ExecutionHolder;
import io.vertx.core.impl.VertxInternal;

/**
 * Reads Kafka into {@code @Incoming} channels with {@code connector=parallel-kafka}: many records of one partition at
 * once, in the order that the channel asks for.
 *
 * <p>
 * The framework asks for one stream a lane; all lanes of a channel share its engine.
 */
@ApplicationScoped
@Connector(CONNECTOR)
@ConnectorAttribute(name = "engine", type = "string", direction = Direction.INCOMING, defaultValue = EngineChoice.DEFAULT, description = "What takes the records off Kafka, decides which may run, and commits: the extension's own (`built-in`), or Confluent's Parallel Consumer (`confluent`). Case does not matter.")
@ConnectorAttribute(name = "ordering", type = "string", direction = Direction.INCOMING, defaultValue = "key", description = "Which records may not be worked on at the same time: those of one `key` in one partition, those of one `partition`, or none (`unordered`). Records without a key run in parallel under `key`. Case does not matter.")
@ConnectorAttribute(name = "max-concurrency", type = "int", direction = Direction.INCOMING, defaultValue = "16", description = "How many records may be in flight over the whole channel, from 1 to 10000")
@ConnectorAttribute(name = "max-waiting", type = "int", direction = Direction.INCOMING, defaultValue = "2000", description = "How many records of one partition may be taken off Kafka and wait for their turn, from 1 to 1000000, before the partition is paused. Ten times as many may wait for a retry, or behind another record of their key. Of the engine `built-in` only.")
@ConnectorAttribute(name = "max-waiting-bytes", type = "string", direction = Direction.INCOMING, defaultValue = "64M", description = "How many bytes of keys and values the channel's records may be that were taken off Kafka and are not done, as a number or with a suffix such as `64M` or `1G`, before partitions are paused. Of the engine `built-in` only.")
@ConnectorAttribute(name = "commit-interval", type = "string", direction = Direction.INCOMING, defaultValue = "1s", description = "The longest time between two commits of the offsets of what is done, such as `500ms` or `1s`")
@ConnectorAttribute(name = "shutdown-timeout", type = "string", direction = Direction.INCOMING, defaultValue = "30s", description = "How long a stop waits for the records in flight. In dev mode the default is `1s`, so that live reload does not hang.")
@ConnectorAttribute(name = "topic", type = "string", direction = Direction.INCOMING, description = "The topic to read. If neither this nor `topics` is set, the channel's name.")
@ConnectorAttribute(name = "topics", type = "string", direction = Direction.INCOMING, description = "The topics to read, with commas between them. Cannot be used with `topic` or `pattern`.")
@ConnectorAttribute(name = "pattern", type = "boolean", direction = Direction.INCOMING, defaultValue = "false", description = "Whether `topic` is a regular expression: every topic whose name matches is read, later ones included")
@ConnectorAttribute(name = "bootstrap.servers", alias = "kafka.bootstrap.servers", type = "string", direction = Direction.INCOMING, defaultValue = "localhost:9092", description = "The brokers to connect to first, as `host:port` with commas between them")
@ConnectorAttribute(name = "group.id", type = "string", direction = Direction.INCOMING, description = "The consumer group. If not set, `kafka.group.id`, then `quarkus.application.name`.")
@ConnectorAttribute(name = "auto.offset.reset", type = "string", direction = Direction.INCOMING, defaultValue = "latest", description = "Where to begin in a partition that the group has no offset for: `earliest`, `latest` or `none`")
@ConnectorAttribute(name = "key.deserializer", type = "string", direction = Direction.INCOMING, defaultValue = "org.apache.kafka.common.serialization.StringDeserializer", description = "The class that decodes keys. Chosen from the method's parameter where that tells the key's type.")
@ConnectorAttribute(name = "value.deserializer", type = "string", direction = Direction.INCOMING, mandatory = true, description = "The class that decodes values. Chosen from the method's parameter where that tells the value's type.")
@ConnectorAttribute(name = "kafka-configuration", type = "string", direction = Direction.INCOMING, description = "The `@Identifier` of a bean of type `Map<String, Object>` with Kafka properties for this channel; if not set, one named as the channel. The channel's own attributes win.")
@ConnectorAttribute(name = "client-id-prefix", type = "string", direction = Direction.INCOMING, description = "What the client id begins with. If `client.id` is not set either, `kafka-consumer-` followed by the channel's name.")
@ConnectorAttribute(name = "health-enabled", type = "boolean", direction = Direction.INCOMING, defaultValue = "true", description = "Whether the channel shows in the application's liveness, readiness and startup")
@ConnectorAttribute(name = "cloud-events", type = "boolean", direction = Direction.INCOMING, defaultValue = "true", description = "Whether records are searched for CloudEvents attributes, which then are in the message's metadata")
public class ParallelKafkaConnector implements InboundConnector, HealthReporter {

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final ChannelSettingsReader settingsReader;
    private final PayloadStreams payloadStreams;
    private final ExecutionHolder executionHolder;
    private final KafkaCDIEvents kafkaEvents;
    private final ChannelMetrics.Factory metrics;

    private final Map<String, ParallelChannel<Object, Object>> channels = new ConcurrentHashMap<>();

    ParallelKafkaConnector(ChannelSettingsReader settingsReader, SmallRyeReactiveMessagingContext messaging,
            ExecutionHolder executionHolder,
            KafkaCDIEvents kafkaEvents, Instance<ChannelMetrics.Factory> metrics) {
        this.settingsReader = settingsReader;
        this.payloadStreams = new PayloadStreams(messaging);
        this.executionHolder = executionHolder;
        this.kafkaEvents = kafkaEvents;
        this.metrics = metrics.isResolvable() ? metrics.get() : (channel, snapshot) -> ChannelMetrics.NONE;
    }

    /** Before the framework connects any channel: the first wrong value stops the start with one line. */
    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
        settingsReader.checkAll();
        payloadStreams.acknowledgeByRequest(settingsReader);
    }

    @Override
    public Flow.Publisher<? extends Message<?>> getPublisher(Config config) {
        String lane = config.getValue(ConnectorFactory.CHANNEL_NAME_ATTRIBUTE, String.class);
        return channels.computeIfAbsent(ParallelKafka.channelOf(lane), this::open).openLane();
    }

    private ParallelChannel<Object, Object> open(String name) {
        ChannelSettings settings = settingsReader.read(name);
        VertxInternal vertx = (VertxInternal) executionHolder.vertx().getDelegate();
        return new ParallelChannel<>(settings, engineFor(settings), new RetryForever(RETRY_DELAY, Clock.systemUTC()),
                payloadStreams.completionOf(name),
                metrics,
                vertx::createEventLoopContext);
    }

    private ParallelEngine<Object, Object> engineFor(ChannelSettings settings) {
        return switch (settings.engine()) {
            case BUILT_IN -> new BuiltInEngine<>(settings, decoder(settings), kafkaEvents.consumer()::fire);
            case CONFLUENT -> new ConfluentEngine<>(settings, decoder(settings), kafkaEvents.consumer()::fire);
        };
    }

    private static RecordDecoder<Object, Object> decoder(ChannelSettings settings) {
        return RecordDecoder.configuredBy(settings.consumerProperties());
    }

    /**
     * Before anything that the application's methods need is taken down: worker pools, clients. The channels stop side by
     * side, so that the stop takes as long as the slowest of them.
     */
    void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event) {
        close();
    }

    /** Where a start failed half-way, no shutdown is announced. */
    @PreDestroy
    void close() {
        Collection<ParallelChannel<Object, Object>> open = List.copyOf(channels.values());
        channels.clear();
        open.forEach(ParallelChannel::stopDispatching);
        CompletableFuture.allOf(open.stream()
                .map(channel -> CompletableFuture.runAsync(channel::close,
                        task -> new Thread(task, "parallel-kafka-" + channel.name() + "-stop").start()))
                .toArray(CompletableFuture[]::new)).join();
    }

    @Override
    public HealthReport getLiveness() {
        return report(ChannelHealth::liveness);
    }

    @Override
    public HealthReport getReadiness() {
        return report(ChannelHealth::readiness);
    }

    @Override
    public HealthReport getStartup() {
        return report(ChannelHealth::startup);
    }

    private HealthReport report(Function<ChannelHealth, ChannelInfo> question) {
        HealthReport.HealthReportBuilder report = HealthReport.builder();
        channels.values().stream()
                .filter(channel -> channel.settings().healthEnabled())
                .map(channel -> question.apply(new ChannelHealth(channel.name(), channel.snapshot())))
                .forEach(report::add);
        return report.build();
    }
}
