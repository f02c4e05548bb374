package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that stands still until a test moves it. Near the end of its range, which it may wrap around. */
final class ManualClock implements LongSupplier {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());

    void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
    }

    void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    @Override
    public long getAsLong() {
        return now.get();
    }
}
