package io.quarkiverse.parallelkafka.demo.users;

import java.time.Duration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How the demo behaves. */
@ConfigMapping(prefix = "demo")
interface DemoConfig {

    /** How long the work on a message takes, before its user is kept. */
    @WithDefault("0")
    Duration processingTime();

    /** The most messages that one request may ask for. */
    @WithDefault("1000000")
    int maxCount();
}
