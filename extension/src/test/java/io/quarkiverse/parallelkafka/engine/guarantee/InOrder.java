package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;

/**
 * Within one order, records start in the order of their offsets, and none starts before the one in front of it was
 * successful. For one engine and one assignment: a restart may begin again further in front.
 */
public final class InOrder implements Guarantee {

    private record Last(long offset, boolean successful) {
    }

    private final Ordering ordering;
    private final Map<Order, Last> lasts = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    public InOrder(Ordering ordering) {
        this.ordering = ordering;
    }

    @Override
    public void started(Delivery<?, ?> delivery) {
        ConsumerRecord<byte[], byte[]> raw = delivery.raw();
        lasts.compute(Order.of(raw, ordering), (order, last) -> {
            if (last != null) {
                boolean inFront = raw.offset() < last.offset();
                boolean tooEarly = raw.offset() > last.offset() && !last.successful();
                boolean again = raw.offset() == last.offset() && last.successful();
                if (inFront || tooEarly || again) {
                    violations.add(order + ": " + raw.offset() + " started after " + last);
                }
            }
            return new Last(raw.offset(), false);
        });
    }

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        lasts.put(Order.of(delivery.raw(), ordering), new Last(delivery.raw().offset(), success));
    }

    @Override
    public void check() {
        assertThat(violations).as("records out of their order").isEmpty();
    }
}
