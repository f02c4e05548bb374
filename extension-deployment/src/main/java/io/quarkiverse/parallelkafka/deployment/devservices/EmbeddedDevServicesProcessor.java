package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.Feature;
import io.quarkus.deployment.IsDevServicesSupportedByLaunchMode;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.DockerStatusBuildItem;
import io.quarkus.deployment.builditem.LogCategoryBuildItem;
import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import io.quarkus.deployment.logging.LogCleanupFilterBuildItem;
import io.quarkus.kafka.client.deployment.KafkaBuildTimeConfig;
import io.quarkus.kafka.client.deployment.KafkaDevServicesBuildTimeConfig;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorManagedChannelBuildItem;

/**
 * Offers the embedded broker and redis-server to Quarkus, which starts them before the application, keeps them across live
 * reloads for as long as their settings are the same, and closes them at the end.
 */
@BuildSteps(onlyIf = {IsDevServicesSupportedByLaunchMode.class, DevServicesConfig.Enabled.class})
final class EmbeddedDevServicesProcessor {

    private static final Logger LOG = Logger.getLogger(EmbeddedDevServicesProcessor.class);
    private static final String SERVICE = "parallel-kafka";
    private static final String KAFKA_PORT = "quarkus.kafka.devservices.port";
    private static final String REDIS_PORT = "quarkus.redis.devservices.port";

    @BuildStep
    void kafkaWithoutContainer(DockerStatusBuildItem containers, KafkaBuildTimeConfig kafka,
            List<ConnectorManagedChannelBuildItem> channels, BuildProducer<DevServicesResultBuildItem> services,
            BuildProducer<LogCategoryBuildItem> levels, BuildProducer<LogCleanupFilterBuildItem> filters) {
        Optional<String> obstacle = new Conditions(ConfigProvider.getConfig()).againstKafka(channels);
        if (obstacle.isPresent() || containers.isContainerRuntimeAvailable()) {
            LOG.debugf("No embedded Kafka broker: %s", obstacle.orElse("containers work"));
            return;
        }
        services.produce(kafka(kafka.devservices()));
        BrokerLog.LEVELS.forEach((category, level) -> levels.produce(new LogCategoryBuildItem(category, level)));
        filters.produce(new LogCleanupFilterBuildItem("io.quarkus.kafka.client.deployment.DevServicesKafkaProcessor",
                "Docker isn't working"));
    }

    private static DevServicesResultBuildItem kafka(KafkaDevServicesBuildTimeConfig settings) {
        OptionalInt port = settings.port().filter(fixed -> fixed != 0).map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
        return DevServicesResultBuildItem.<EmbeddedKafka>owned()
                .feature(Feature.KAFKA_CLIENT)
                .serviceName(SERVICE)
                .description("Kafka broker inside the build's process")
                .serviceConfig(List.of(port, settings.topicPartitions()))
                .startable(() -> new EmbeddedKafka(new PortChoice(KAFKA_PORT, port)))
                .postStartHook(broker -> {
                    LOG.infof("Dev Services started a Kafka broker without container: kafka.bootstrap.servers=%s",
                            broker.getConnectionInfo());
                    TopicCreation.create(broker.getConnectionInfo(), settings.topicPartitions(),
                            settings.topicPartitionsTimeout());
                })
                .configProvider(Map.of("kafka.bootstrap.servers", EmbeddedKafka::getConnectionInfo))
                .build();
    }

    @BuildStep
    void redisWithoutContainer(DockerStatusBuildItem containers, Capabilities capabilities,
            BuildProducer<DevServicesResultBuildItem> services, BuildProducer<LogCleanupFilterBuildItem> filters) {
        Optional<String> obstacle = new Conditions(ConfigProvider.getConfig())
                .againstRedis(capabilities.isPresent(Capability.REDIS_CLIENT));
        if (obstacle.isPresent() || containers.isContainerRuntimeAvailable() || !RedisProcess.isSupportedHere()) {
            LOG.debugf("No embedded redis-server: %s", obstacle.orElse("containers work, or none for this machine"));
            return;
        }
        services.produce(redis());
        filters.produce(new LogCleanupFilterBuildItem("io.quarkus.redis.deployment.client.DevServicesRedisProcessor",
                "Please configure quarkus.redis.hosts for default redis client"));
    }

    private static DevServicesResultBuildItem redis() {
        OptionalInt port = ConfigProvider.getConfig().getOptionalValue(REDIS_PORT, Integer.class)
                .map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return DevServicesResultBuildItem.<EmbeddedRedis>owned()
                .feature(Feature.REDIS_CLIENT)
                .serviceName(SERVICE)
                .description("redis-server process")
                .serviceConfig(List.of(port))
                .startable(() -> new EmbeddedRedis(new PortChoice(REDIS_PORT, port)))
                .postStartHook(redis -> LOG.infof(
                        "Dev Services started a redis-server without container: quarkus.redis.hosts=redis://%s",
                        redis.getConnectionInfo()))
                .configProvider(Map.of("quarkus.redis.hosts", redis -> "redis://" + redis.getConnectionInfo()))
                .build();
    }
}
