/**
 * The adapter to Confluent's Parallel Consumer, and the only place that imports {@code io.confluent}.
 *
 * <p>
 * The library decides order, retries and which offsets are done. Its threads and its way of polling and committing are
 * replaced: it never ends its threads, abandons work in flight when it is closed, shares its bookkeeping between two
 * threads without a lock, and dies of what a consumer can survive. Here, one control thread owns all of the library's
 * state, one poll thread owns the Kafka consumer, and one dispatch thread decodes records and hands them over.
 *
 * <p>
 * The library has static state that its instances share (the poll timeout, the sizes and policy of commit metadata). It
 * is left as it is, and nothing here depends on it.
 */
@NullMarked
package io.quarkiverse.parallelkafka.engine.confluent;

import org.jspecify.annotations.NullMarked;
