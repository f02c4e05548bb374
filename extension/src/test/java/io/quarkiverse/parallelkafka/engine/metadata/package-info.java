@NullMarked
package io.quarkiverse.parallelkafka.engine.metadata;

import org.jspecify.annotations.NullMarked;
