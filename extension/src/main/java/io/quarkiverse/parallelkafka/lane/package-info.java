/** Lanes: an idle lane takes a record, builds its message on a context of its own, and reports the outcome once. */
@NullMarked
package io.quarkiverse.parallelkafka.lane;

import org.jspecify.annotations.NullMarked;
