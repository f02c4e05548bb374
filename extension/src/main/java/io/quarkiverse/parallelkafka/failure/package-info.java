/** What becomes of a record whose attempt failed. */
@NullMarked
package io.quarkiverse.parallelkafka.failure;

import org.jspecify.annotations.NullMarked;
