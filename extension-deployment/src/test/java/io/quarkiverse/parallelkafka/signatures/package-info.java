/** Every method signature gets the same concurrency and the same order. */
@NullMarked
package io.quarkiverse.parallelkafka.signatures;

import org.jspecify.annotations.NullMarked;
