/**
 * A channel's attributes, read once into immutable, validated settings, and the number of lanes offered to SmallRye.
 */
@NullMarked
package io.quarkiverse.parallelkafka.config;

import org.jspecify.annotations.NullMarked;
