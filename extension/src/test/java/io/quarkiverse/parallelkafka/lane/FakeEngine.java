package io.quarkiverse.parallelkafka.lane;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/** An engine without a broker: keeps what lanes ask for, and hands out what the test gives it. */
final class FakeEngine implements ParallelEngine<String, String> {

    private final Deque<RecordHandler<String, String>> asking = new ArrayDeque<>();
    private State state = State.NEW;

    @Override
    public synchronized void start() {
        state = State.RUNNING;
    }

    @Override
    public synchronized void request(RecordHandler<String, String> handler) {
        asking.add(handler);
    }

    synchronized int asking() {
        return asking.size();
    }

    /** Hands a record to the lane that has asked longest. */
    FakeDelivery give(String value) {
        return give(new FakeDelivery(value, true));
    }

    FakeDelivery giveUndecodable() {
        return give(new FakeDelivery("?", false));
    }

    private FakeDelivery give(FakeDelivery delivery) {
        RecordHandler<String, String> handler;
        synchronized (this) {
            handler = asking.remove();
        }
        handler.handle(delivery);
        return delivery;
    }

    @Override
    public synchronized EngineSnapshot snapshot() {
        return new EngineSnapshot(state, null, null, true, true, false, Set.of(), List.of(), 0, 0);
    }

    @Override
    public synchronized void stopDispatching() {
        state = State.STOPPING;
    }

    @Override
    public synchronized void close(Duration timeout) {
        state = State.CLOSED;
    }

    /** A record whose outcome the test can see. */
    static final class FakeDelivery implements Delivery<String, String> {

        private final String value;
        private final boolean decodable;
        private final AtomicReference<@Nullable String> outcome = new AtomicReference<>();

        FakeDelivery(String value, boolean decodable) {
            this.value = value;
            this.decodable = decodable;
        }

        /** @return "done", "retry after …", or null as long as the record is in flight */
        @Nullable
        String outcome() {
            return outcome.get();
        }

        @Override
        public ConsumerRecord<String, String> record() {
            if (!decodable) {
                throw new SerializationException("undecodable");
            }
            return new ConsumerRecord<>("topic", 0, 7, "key", value);
        }

        @Override
        public ConsumerRecord<byte[], byte[]> raw() {
            return new ConsumerRecord<>("topic", 0, 7, "key".getBytes(UTF_8), value.getBytes(UTF_8));
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public boolean succeed() {
            return outcome.compareAndSet(null, "done");
        }

        @Override
        public boolean retryAfter(Duration delay) {
            return outcome.compareAndSet(null, "retry after " + delay.toMillis() + " ms");
        }
    }
}
