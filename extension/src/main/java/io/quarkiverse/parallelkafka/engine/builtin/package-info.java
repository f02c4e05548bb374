/** Our engine: poll loop, partition assignments, ordered queues, offset ledger, retry timer. */
@NullMarked
package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.NullMarked;
