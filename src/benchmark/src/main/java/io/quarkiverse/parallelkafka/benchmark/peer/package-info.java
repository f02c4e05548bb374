/**
 * What runs in a measured process: the peers, the work that they do on a record, and the meter that watches them.
 */
@NullMarked
package io.quarkiverse.parallelkafka.benchmark.peer;

import org.jspecify.annotations.NullMarked;
