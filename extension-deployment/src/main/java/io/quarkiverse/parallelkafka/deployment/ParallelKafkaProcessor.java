package io.quarkiverse.parallelkafka.deployment;

import io.quarkiverse.parallelkafka.ParallelKafkaConnector;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** What makes the connector known to Quarkus. */
final class ParallelKafkaProcessor {

    static final String FEATURE = "parallel-kafka";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    /** Channels find their connector by its name at run time: no injection point tells ArC that it is needed. */
    @BuildStep
    AdditionalBeanBuildItem connector() {
        return AdditionalBeanBuildItem.unremovableOf(ParallelKafkaConnector.class);
    }
}
