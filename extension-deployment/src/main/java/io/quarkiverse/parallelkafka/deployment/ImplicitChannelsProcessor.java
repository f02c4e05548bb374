package io.quarkiverse.parallelkafka.deployment;

import static io.quarkus.smallrye.reactivemessaging.runtime.ReactiveMessagingConfiguration.getChannelIncomingPropertyName;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.smallrye.reactivemessaging.deployment.ReactiveMessagingBuildTimeConfig;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ChannelDirection;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorBuildItem;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorManagedChannelBuildItem;
import io.quarkus.smallrye.reactivemessaging.deployment.items.OrphanChannelBuildItem;

/**
 * Keeps channels that name no connector on {@code smallrye-kafka}.
 * <p>
 * Quarkus attaches such a channel only where the application has a single connector for incoming channels. This extension
 * brings a second one beside {@code smallrye-kafka}, and an application that merely adds it must not lose its channels.
 * Where there is a third connector, Quarkus would not have attached them without this extension either.
 */
final class ImplicitChannelsProcessor {

    private static final Logger LOG = Logger.getLogger(ImplicitChannelsProcessor.class);

    static final String SMALLRYE_KAFKA = "smallrye-kafka";
    private static final Set<String> TWO_CONNECTORS = Set.of(SMALLRYE_KAFKA, ParallelKafkaProcessor.FEATURE);

    @BuildStep
    void attachChannelsWithoutConnectorToSmallRyeKafka(ReactiveMessagingBuildTimeConfig messaging,
            List<ConnectorBuildItem> connectors, List<OrphanChannelBuildItem> orphans,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults,
            BuildProducer<ConnectorManagedChannelBuildItem> managedChannels) {
        if (!messaging.autoConnectorAttachment() || !incoming(connectors).equals(TWO_CONNECTORS)) {
            return;
        }
        for (OrphanChannelBuildItem orphan : orphans) {
            if (orphan.getDirection() == ChannelDirection.INCOMING) {
                String channel = orphan.getName();
                LOG.infof("Configuring the channel '%s' to be managed by the connector '%s'", channel, SMALLRYE_KAFKA);
                defaults.produce(new RunTimeConfigurationDefaultBuildItem(
                        getChannelIncomingPropertyName(channel, "connector"), SMALLRYE_KAFKA));
                managedChannels.produce(
                        new ConnectorManagedChannelBuildItem(channel, ChannelDirection.INCOMING, SMALLRYE_KAFKA));
            }
        }
    }

    private static Set<String> incoming(List<ConnectorBuildItem> connectors) {
        return connectors.stream()
                .filter(connector -> connector.getDirection() == ChannelDirection.INCOMING)
                .map(ConnectorBuildItem::getName)
                .collect(Collectors.toSet());
    }
}
