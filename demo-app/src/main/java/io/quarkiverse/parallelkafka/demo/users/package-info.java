/**
 * User messages: sent to Kafka by a request, read by two channels that differ in their connector only, kept in Redis.
 */
@NullMarked
package io.quarkiverse.parallelkafka.demo.users;

import org.jspecify.annotations.NullMarked;
