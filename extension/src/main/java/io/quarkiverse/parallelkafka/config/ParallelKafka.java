package io.quarkiverse.parallelkafka.config;

import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;

import io.smallrye.reactive.messaging.providers.impl.ConcurrencyConnectorConfig;
import io.smallrye.reactive.messaging.providers.impl.ConnectorConfig;

/** Names that the connector shares with the framework. */
public final class ParallelKafka {

    /** What the {@code connector} attribute of a channel says to be read by this extension. */
    public static final String CONNECTOR = "parallel-kafka";

    /** What the properties begin with that hold for all channels of the connector. */
    static final String CONNECTOR_PREFIX = ConnectorFactory.CONNECTOR_PREFIX + CONNECTOR + ".";

    private ParallelKafka() {
    }

    /**
     * @param lane a channel's name, or the name of one of its lanes
     * @return the channel's name
     */
    public static String channelOf(String lane) {
        return ConcurrencyConnectorConfig.isConcurrencyChannelName(lane)
                ? ConcurrencyConnectorConfig.stripChannelNameOfSeparator(lane)
                : lane;
    }

    /** @return what the properties of an incoming channel begin with; quoted where its name has dots */
    static String channelPrefix(String channel) {
        return ConnectorConfig.channelPrefix(ConnectorFactory.INCOMING_PREFIX, channel);
    }
}
