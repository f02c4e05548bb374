/**
 * The application that channels are measured in.
 */
@NullMarked
package io.quarkiverse.parallelkafka.benchmark.application;

import org.jspecify.annotations.NullMarked;
