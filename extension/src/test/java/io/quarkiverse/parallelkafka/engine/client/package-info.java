@NullMarked
package io.quarkiverse.parallelkafka.engine.client;

import org.jspecify.annotations.NullMarked;
