package io.quarkiverse.parallelkafka.config;

import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_CONCURRENCY;

import jakarta.annotation.Priority;

import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;
import org.jspecify.annotations.Nullable;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;

/**
 * Answers a {@code parallel-kafka} channel's {@code concurrency} with its {@code max-concurrency}: the framework then
 * asks the connector for so many streams, the channel's lanes.
 *
 * <p>
 * This is asked for, not set as a default, because it has to hold only while the channel's connector is ours: tests
 * switch a channel to the in-memory connector by changing nothing but its {@code connector}.
 */
@Priority(Priorities.LIBRARY + 600)
final class LaneCountInterceptor implements ConfigSourceInterceptor {

    private static final long serialVersionUID = 1L;
    private static final String CONCURRENCY = ".concurrency";

    @Override
    public @Nullable ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        ConfigValue configured = context.proceed(name);
        if (configured != null || !name.startsWith(ConnectorFactory.INCOMING_PREFIX) || !name.endsWith(CONCURRENCY)) {
            return configured;
        }
        String channel = name.substring(0, name.length() - CONCURRENCY.length() + 1);
        ConfigValue connector = context.proceed(channel + ConnectorFactory.CONNECTOR_ATTRIBUTE);
        if (connector == null || !ParallelKafka.CONNECTOR.equals(connector.getValue())) {
            return null;
        }
        return ConfigValue.builder().withName(name).withValue(Integer.toString(lanes(context, channel))).build();
    }

    private static int lanes(ConfigSourceInterceptorContext context, String channel) {
        ConfigValue value = context.proceed(channel + MAX_CONCURRENCY.attribute());
        if (value == null) {
            value = context.proceed(ParallelKafka.CONNECTOR_PREFIX + MAX_CONCURRENCY.attribute());
        }
        if (value == null || value.getValue() == null || value.getValue().isBlank()) {
            return MAX_CONCURRENCY.unset();
        }
        // A wrong value is refused at start, with a message of its own.
        return MAX_CONCURRENCY.parse(value.getValue()).orElse(1);
    }
}
