@NullMarked
package io.quarkiverse.parallelkafka.lane;

import org.jspecify.annotations.NullMarked;
