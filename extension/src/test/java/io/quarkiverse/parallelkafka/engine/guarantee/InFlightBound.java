package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.parallelkafka.engine.Delivery;

/** No more records are in flight than the channel allows. */
public final class InFlightBound implements Guarantee {

    private final int most;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    public InFlightBound(int most) {
        this.most = most;
    }

    @Override
    public void started(Delivery<?, ?> delivery) {
        peak.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        inFlight.decrementAndGet();
    }

    /** How many were in flight when it was most. */
    public int peak() {
        return peak.get();
    }

    @Override
    public void check() {
        assertThat(peak).as("most records in flight").hasValueLessThanOrEqualTo(most);
    }
}
