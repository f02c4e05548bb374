package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/** One attempt at a record, as its handler sees it. */
final class RecordAttempt<K, V> implements Delivery<K, V> {

    private final Dispatcher<K, V> dispatcher;
    private final PendingRecord<K, V> pending;
    private final RecordHandler<K, V> handler;
    private final int number;
    private final long startNanos;
    private final boolean isFollowed;
    private final boolean makesRoom;

    /** @param startNanos when it begins; {@link WakeUps#NOT_TIMED} if nobody needs to know */
    RecordAttempt(Dispatcher<K, V> dispatcher, PendingRecord<K, V> pending, RecordHandler<K, V> handler, int number,
            long startNanos, boolean isFollowed, boolean makesRoom) {
        this.dispatcher = dispatcher;
        this.pending = pending;
        this.handler = handler;
        this.number = number;
        this.startNanos = startNanos;
        this.isFollowed = isFollowed;
        this.makesRoom = makesRoom;
    }

    long startNanos() {
        return startNanos;
    }

    /** Whether other handlers asked too and are to have a record, so that there may be more to hand out. */
    boolean isFollowed() {
        return isFollowed;
    }

    /** Whether its partition can be resumed now that this record does not wait any more. */
    boolean makesRoom() {
        return makesRoom;
    }

    PendingRecord<K, V> pending() {
        return pending;
    }

    void handOver() {
        handler.handle(this);
    }

    @Override
    public ConsumerRecord<K, V> record() {
        return pending.record();
    }

    @Override
    public ConsumerRecord<byte[], byte[]> raw() {
        return pending.raw();
    }

    @Override
    public int attempt() {
        return number;
    }

    boolean isOf(Dispatcher<K, V> other) {
        return dispatcher == other;
    }

    @Override
    public boolean succeed() {
        return dispatcher.succeeded(this);
    }

    @Override
    public boolean retryAfter(Duration delay) {
        // Before anything has changed: a delay that is none must not leave the record between two states.
        return dispatcher.failed(this, delay.isNegative() ? Duration.ZERO : delay);
    }
}
