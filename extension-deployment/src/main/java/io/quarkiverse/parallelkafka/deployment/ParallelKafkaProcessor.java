package io.quarkiverse.parallelkafka.deployment;

import java.util.Optional;
import java.util.logging.Level;

import io.quarkiverse.parallelkafka.ParallelKafkaConnector;
import io.quarkiverse.parallelkafka.config.ChannelSettingsReader;
import io.quarkiverse.parallelkafka.metrics.MicrometerMetricsFactory;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.LogCategoryBuildItem;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;

/** What makes the connector known to Quarkus, and what it uses where the application has it. */
final class ParallelKafkaProcessor {

    static final String FEATURE = "parallel-kafka";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    /** Channels find their connector by its name at run time: no injection point tells ArC that it is needed. */
    @BuildStep
    AdditionalBeanBuildItem connector() {
        return AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(ParallelKafkaConnector.class, ChannelSettingsReader.class)
                .build();
    }

    @BuildStep
    void channelMetrics(Optional<MetricsCapabilityBuildItem> metrics, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (metrics.isPresent() && metrics.get().metricsSupported(MetricsFactory.MICROMETER)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(MicrometerMetricsFactory.class));
        }
    }

    /**
     * Live reload may be set off by the arrival of a record, which is then held back until the application has stopped,
     * while the stop waits for the record: so the stop must not wait long.
     */
    @BuildStep(onlyIf = IsDevelopment.class)
    RunTimeConfigurationDefaultBuildItem shortStopInDevMode() {
        return new RunTimeConfigurationDefaultBuildItem("mp.messaging.connector.parallel-kafka.shutdown-timeout", "1s");
    }

    /** What the engine's library has to say at INFO is about itself. A level set by the application wins. */
    @BuildStep
    void quietEngineLibrary(BuildProducer<LogCategoryBuildItem> levels) {
        levels.produce(new LogCategoryBuildItem("io.confluent", Level.WARNING));
        levels.produce(new LogCategoryBuildItem("pl.tlinkowski.unij", Level.WARNING));
    }
}
