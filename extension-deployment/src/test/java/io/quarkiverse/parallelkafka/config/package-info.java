/** What a channel can be configured to do, and how a wrong value is refused. */
@NullMarked
package io.quarkiverse.parallelkafka.config;

import org.jspecify.annotations.NullMarked;
