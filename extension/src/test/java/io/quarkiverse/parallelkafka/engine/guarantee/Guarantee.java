package io.quarkiverse.parallelkafka.engine.guarantee;

import io.quarkiverse.parallelkafka.engine.Delivery;

/** A promise of an engine. Told of what happens from any thread; asked whether the promise was kept once it is over. */
public interface Guarantee {

    /** An attempt begins: first thing in the handler. */
    default void started(Delivery<?, ?> delivery) {
        // Most promises are about what has ended.
    }

    /** An attempt ends, and its outcome is about to be reported. */
    void ended(Delivery<?, ?> delivery, boolean success);

    /** @throws AssertionError if the promise was broken, saying where */
    void check();
}
