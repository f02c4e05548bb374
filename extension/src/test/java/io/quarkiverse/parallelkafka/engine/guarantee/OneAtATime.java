package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;

/** Within one order, no two records are in flight at the same time. */
public final class OneAtATime implements Guarantee {

    private final Ordering ordering;
    private final Map<Order, Long> running = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    public OneAtATime(Ordering ordering) {
        this.ordering = ordering;
    }

    @Override
    public void started(Delivery<?, ?> delivery) {
        long offset = delivery.raw().offset();
        Long other = running.put(Order.of(delivery.raw(), ordering), offset);
        if (other != null) {
            violations.add(Order.of(delivery.raw(), ordering) + ": " + offset + " started while " + other + " ran");
        }
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        running.remove(Order.of(delivery.raw(), ordering));
    }

    @Override
    public void check() {
        assertThat(violations).as("records in flight at the same time").isEmpty();
    }
}
