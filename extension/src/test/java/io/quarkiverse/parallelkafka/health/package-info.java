@NullMarked
package io.quarkiverse.parallelkafka.health;

import org.jspecify.annotations.NullMarked;
