package io.quarkiverse.parallelkafka.deployment;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Parallel Kafka: build-time switches. Channels are configured under {@code mp.messaging.incoming}. */
@ConfigMapping(prefix = "quarkus.parallel-kafka")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface ParallelKafkaBuildTimeConfig {

    /** Dev Services that need no container. */
    DevServices devservices();

    /** Dev Services that need no container. */
    interface DevServices {

        /** The embedded Kafka broker. */
        Kafka kafka();

        /** The embedded redis-server. */
        Redis redis();
    }

    /** The embedded Kafka broker. */
    interface Kafka {

        /**
         * Whether to start a Kafka broker inside the build's process, in dev and test mode, where Quarkus would start one
         * in a container but containers can't run. It is not started if {@code kafka.bootstrap.servers} is configured, if
         * every Kafka channel has its own {@code bootstrap.servers}, or if {@code quarkus.kafka.devservices.enabled} is
         * {@code false}. {@code quarkus.kafka.devservices.port} and {@code quarkus.kafka.devservices.topic-partitions}
         * are honoured.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** The embedded redis-server. */
    interface Redis {

        /**
         * Whether to start a {@code redis-server} process, in dev and test mode, where Quarkus would start one in a
         * container but containers can't run. It is not started if the application has no Redis client, if
         * {@code quarkus.redis.hosts} or {@code quarkus.redis.hosts-provider-name} is configured, or if
         * {@code quarkus.redis.devservices.enabled} is {@code false}. {@code quarkus.redis.devservices.port} is honoured.
         * It serves the default client only.
         */
        @WithDefault("true")
        boolean enabled();
    }
}
