package io.quarkiverse.parallelkafka;

import java.util.concurrent.Flow;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import io.smallrye.reactive.messaging.annotations.ConnectorAttribute;
import io.smallrye.reactive.messaging.annotations.ConnectorAttribute.Direction;
import io.smallrye.reactive.messaging.connector.InboundConnector;

@ApplicationScoped
@Connector("parallel-kafka")
@ConnectorAttribute(name = "ordering", type = "string", direction = Direction.INCOMING, defaultValue = "key", description = "x")
public class ParallelKafkaConnector implements InboundConnector {
    @Override
    public Flow.Publisher<? extends Message<?>> getPublisher(Config config) {
        throw new UnsupportedOperationException();
    }
}
