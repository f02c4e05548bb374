/** What operators see of a channel. */
@NullMarked
package io.quarkiverse.parallelkafka.observability;

import org.jspecify.annotations.NullMarked;
