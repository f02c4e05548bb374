@NullMarked
package io.quarkiverse.parallelkafka.config;

import org.jspecify.annotations.NullMarked;
