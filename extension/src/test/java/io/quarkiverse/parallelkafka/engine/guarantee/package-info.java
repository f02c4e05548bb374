/**
 * What an engine promises, as objects that watch deliveries and judge them afterwards: for every test that runs an
 * engine, whatever the engine.
 */
@NullMarked
package io.quarkiverse.parallelkafka.engine.guarantee;

import org.jspecify.annotations.NullMarked;
