package io.quarkiverse.parallelkafka.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;

/**
 * A snapshot that is kept for a moment: the gauges of one scrape, which are read one after the other, then speak of the
 * same moment, and the engine is asked once.
 *
 * <p>
 * Thread safety: any thread. Two that ask at once may both ask the engine.
 */
final class RecentSnapshot implements Supplier<EngineSnapshot> {

    /** Longer than a scrape takes to read one channel's gauges, and shorter than anybody's interval of scrapes. */
    private static final long KEPT_NANOS = Duration.ofMillis(100).toNanos();

    private final Supplier<EngineSnapshot> snapshot;
    private final LongSupplier nanoClock;
    private volatile @Nullable Taken last;

    private record Taken(EngineSnapshot snapshot, long at) {
    }

    RecentSnapshot(Supplier<EngineSnapshot> snapshot, LongSupplier nanoClock) {
        this.snapshot = snapshot;
        this.nanoClock = nanoClock;
    }

    @Override
    public EngineSnapshot get() {
        Taken taken = last;
        long now = nanoClock.getAsLong();
        if (taken == null || now - taken.at() > KEPT_NANOS) {
            taken = new Taken(snapshot.get(), now);
            last = taken;
        }
        return taken.snapshot();
    }
}
