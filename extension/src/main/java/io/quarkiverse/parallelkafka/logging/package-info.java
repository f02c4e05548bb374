/** Every log message, with its code, in one place. */
@NullMarked
package io.quarkiverse.parallelkafka.logging;

import org.jspecify.annotations.NullMarked;
