@NullMarked
package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.NullMarked;
