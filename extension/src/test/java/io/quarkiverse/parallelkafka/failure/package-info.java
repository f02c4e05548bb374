@NullMarked
package io.quarkiverse.parallelkafka.failure;

import org.jspecify.annotations.NullMarked;
