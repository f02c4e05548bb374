/**
 * What takes records off Kafka, decides which may run now, and commits offsets: the contract that every engine keeps.
 */
@NullMarked
package io.quarkiverse.parallelkafka.engine;

import org.jspecify.annotations.NullMarked;
