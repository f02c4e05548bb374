@NullMarked
package io.quarkiverse.parallelkafka.metrics;

import org.jspecify.annotations.NullMarked;
