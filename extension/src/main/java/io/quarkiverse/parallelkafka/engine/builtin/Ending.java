package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.LongestWait;

/**
 * When the engine is to end.
 *
 * <p>
 * Thread safety: may be used from any thread.
 */
final class Ending {

    private final LongSupplier nanoClock;
    private @Nullable Duration timeout;
    private long sinceNanos;

    Ending(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** The first call counts. */
    synchronized void within(Duration longest) {
        if (timeout == null) {
            timeout = LongestWait.orLess(longest);
            sinceNanos = nanoClock.getAsLong();
        }
    }

    synchronized boolean isWanted() {
        return timeout != null;
    }

    /** What it was given, within {@link LongestWait}. */
    synchronized Duration timeout() {
        return timeout == null ? Duration.ZERO : timeout;
    }

    /** How long the records in flight still have; not bounded as long as nobody wants an end. */
    synchronized long nanosLeft() {
        return timeout == null ? Long.MAX_VALUE : timeout.toNanos() - (nanoClock.getAsLong() - sinceNanos);
    }
}
