@NullMarked
package io.quarkiverse.parallelkafka.logging;

import org.jspecify.annotations.NullMarked;
