/** The contract that every engine keeps, as tests on a real broker. */
@NullMarked
package io.quarkiverse.parallelkafka.engine;

import org.jspecify.annotations.NullMarked;
