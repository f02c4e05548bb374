package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that stands still unless a test moves it. Near the end of its range, which it may wrap around. */
final class ManualClock implements LongSupplier {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());

    private volatile Duration perLook = Duration.ZERO;

    void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
    }

    void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    /** From now on, it has moved on whenever somebody looks again. */
    void advanceWithEachLook(Duration duration) {
        perLook = duration;
    }

    @Override
    public long getAsLong() {
        return now.getAndAdd(perLook.toNanos());
    }
}
