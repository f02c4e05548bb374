/**
 * Starts a broker and, one after the other, every peer in a process of its own; gathers and reports what they measured.
 */
@NullMarked
package io.quarkiverse.parallelkafka.benchmark;

import org.jspecify.annotations.NullMarked;
