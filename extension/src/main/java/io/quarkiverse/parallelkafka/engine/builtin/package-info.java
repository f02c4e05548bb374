/** Our engine: poll loop, partition assignments, ordered queues, offset ledger, retry timer, commit metadata. */
@NullMarked
package io.quarkiverse.parallelkafka.engine.builtin;

import org.jspecify.annotations.NullMarked;
