package io.quarkiverse.parallelkafka.deployment;

import java.util.Optional;

import io.quarkiverse.parallelkafka.config.ChannelSettingsReader;
import io.quarkiverse.parallelkafka.metrics.MicrometerMetricsFactory;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;

/** The beans that the connector needs, and those that it uses where the application has them. */
final class ConnectorBeansProcessor {

    @BuildStep
    AdditionalBeanBuildItem channelSettings() {
        return AdditionalBeanBuildItem.unremovableOf(ChannelSettingsReader.class);
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
}
