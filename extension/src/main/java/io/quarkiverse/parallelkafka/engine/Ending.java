package io.quarkiverse.parallelkafka.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * By when an engine is to end.
 *
 * <p>
 * Thread safety: may be used from any thread.
 */
public final class Ending {

    private final LongSupplier nanoClock;
    private @Nullable Duration timeout;
    private long sinceNanos;

    /** @param nanoClock a monotonic clock */
    public Ending(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * The first call counts.
     *
     * @param longest how long the records in flight may still take, from now on; within {@link LongestWait}
     */
    public synchronized void within(Duration longest) {
        if (timeout == null) {
            timeout = LongestWait.orLess(longest);
            sinceNanos = nanoClock.getAsLong();
        }
    }

    /** @return whether it is to end at all */
    public synchronized boolean isWanted() {
        return timeout != null;
    }

    /** @return how long the records in flight were given, within {@link LongestWait}; nothing as long as nobody wants an end */
    public synchronized Duration timeout() {
        return timeout == null ? Duration.ZERO : timeout;
    }

    /** @return how long the records in flight still have; not bounded as long as nobody wants an end */
    public synchronized long nanosLeft() {
        return timeout == null ? Long.MAX_VALUE : timeout.toNanos() - (nanoClock.getAsLong() - sinceNanos);
    }
}
