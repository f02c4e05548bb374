package io.quarkiverse.parallelkafka.config;

import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SmallRyeConfigBuilderCustomizer;

/** Brings the {@link LaneCountInterceptor} into the application's configuration. Found by the service loader. */
public final class LaneCountCustomizer implements SmallRyeConfigBuilderCustomizer {

    @Override
    public void configBuilder(SmallRyeConfigBuilder builder) {
        builder.withInterceptors(new LaneCountInterceptor());
    }
}
