/** What a channel measures, by its own name. */
@NullMarked
package io.quarkiverse.parallelkafka.metrics;

import org.jspecify.annotations.NullMarked;
