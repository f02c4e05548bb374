package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.state.WorkContainer;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/**
 * Where records that may run meet the handlers that ask for them, in the order in which they asked.
 *
 * <p>
 * Records that wait here for a handler are out for processing as the library sees it, so there are never more than the
 * channel's {@code max-concurrency} of them, those in flight included.
 *
 * <p>
 * Thread safety: one thread at a time matches, and the others leave it a signal; so a handler that reports an outcome
 * and asks again from within its own call does not deepen the stack, and handlers are not overtaken. Stopping needs no
 * lock: a record is counted as open before the stop is looked at, so whoever stops sees either the count or no call.
 */
final class Handover<K, V> implements ConfluentDelivery.Outcomes<K, V> {

    /** What becomes of a record, told to the library. */
    interface Results {
        void succeeded(WorkContainer<byte[], byte[]> work);

        void failed(WorkContainer<byte[], byte[]> work, RetryDelay delay);

        /** Whether the record's partition was taken away since; if so, the library gets it back here and now. */
        boolean returnedAsStale(WorkContainer<byte[], byte[]> work);

        /** Records can't be handed over any more. */
        void broken(Throwable cause);

        /** Nothing is open any more, after a stop. */
        void drained();
    }

    private static final Duration AFTER_HANDLER_FAILURE = Duration.ofSeconds(1);

    private final String channel;
    private final Queue<RecordHandler<K, V>> handlers = new ConcurrentLinkedQueue<>();
    private final Queue<ConfluentDelivery<K, V>> deliveries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger signals = new AtomicInteger();
    /** Handed over, and the library was not told of the outcome yet. */
    private final Set<ConfluentDelivery<K, V>> open = ConcurrentHashMap.newKeySet();
    /** Handed over, without an outcome: goes down before the library may send the next, {@link #open} after. */
    private final AtomicInteger inFlight = new AtomicInteger();
    /** Of partitions that are being taken away: not handed over, and given back as stale once they are. */
    private final Queue<ConfluentDelivery<K, V>> held = new ConcurrentLinkedQueue<>();
    private volatile Set<TopicPartition> leaving = Set.of();
    private volatile boolean stopped;
    private volatile @Nullable Results results;

    Handover(String channel) {
        this.channel = channel;
    }

    /** From now on, records are offered. */
    void open(Results results) {
        this.results = results;
    }

    void request(RecordHandler<K, V> handler) {
        handlers.add(handler);
        match();
    }

    void offer(ConfluentDelivery<K, V> delivery) {
        deliveries.add(delivery);
        match();
    }

    /** From the return of this call on, every record that a handler has got or will get is open. */
    void stop() {
        stopped = true;
    }

    int inFlight() {
        return inFlight.get();
    }

    boolean hasOpen() {
        return !open.isEmpty();
    }

    /**
     * Hands over nothing more of some partitions, until they are {@link #release released}.
     *
     * @return whether records of theirs are open; if not, none will be
     */
    boolean hold(Set<TopicPartition> partitions) {
        leaving = partitions;
        return open.stream().anyMatch(delivery -> partitions.contains(delivery.partition()));
    }

    /** The partitions that were held are gone. */
    void release() {
        leaving = Set.of();
        for (ConfluentDelivery<K, V> delivery = held.poll(); delivery != null; delivery = held.poll()) {
            deliveries.add(delivery);
        }
        match();
    }

    private void match() {
        if (signals.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            try {
                while (!handlers.isEmpty() && !deliveries.isEmpty()) {
                    handOver(deliveries.remove());
                }
            } catch (RuntimeException | Error e) {
                // Not a handler's fault, those are caught. A record is lost from sight, so the engine must not go on as if not.
                results.broken(e);
                return;
            }
            seen = signals.addAndGet(-seen);
        } while (seen != 0);
    }

    private void handOver(ConfluentDelivery<K, V> delivery) {
        open.add(delivery);
        if (stopped || results.returnedAsStale(delivery.work())) {
            open.remove(delivery);
            return;
        }
        if (leaving.contains(delivery.partition())) {
            open.remove(delivery);
            held.add(delivery);
            if (!leaving.contains(delivery.partition()) && held.remove(delivery)) {
                deliveries.add(delivery);
            }
            return;
        }
        inFlight.incrementAndGet();
        try {
            handlers.remove().handle(delivery);
        } catch (RuntimeException | Error e) {
            ConsumerRecord<?, ?> raw = delivery.raw();
            if (delivery.retryAfter(AFTER_HANDLER_FAILURE)) {
                log.attemptFailed(channel, delivery.attempt(), raw.topic(), raw.partition(), raw.offset(),
                        AFTER_HANDLER_FAILURE.toMillis(), e);
            } else {
                log.handlerThrewLate(channel, raw.topic(), raw.partition(), raw.offset(), e);
            }
        }
    }

    @Override
    public void settled(ConfluentDelivery<K, V> delivery, @Nullable RetryDelay failure) {
        inFlight.decrementAndGet();
        if (failure == null) {
            results.succeeded(delivery.work());
        } else {
            results.failed(delivery.work(), failure);
        }
        open.remove(delivery);
        if (stopped && open.isEmpty()) {
            results.drained();
        }
    }
}
