package io.quarkiverse.parallelkafka.engine.confluent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.state.WorkContainer;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.LongestWait;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/**
 * One attempt at one record.
 *
 * <p>
 * Thread safety: whoever sets {@code settled} first reports the outcome, so that the library never hears of two. It
 * would count the record twice, and run more of them at once from then on.
 */
final class ConfluentDelivery<K, V> implements Delivery<K, V> {

    /** Told of the outcome, once. */
    interface Outcomes<K, V> {
        void settled(ConfluentDelivery<K, V> delivery, @Nullable RetryDelay failure);
    }

    private final WorkContainer<byte[], byte[]> work;
    private final ConsumerRecord<byte[], byte[]> raw;
    private final @Nullable ConsumerRecord<K, V> record;
    private final @Nullable UndecodableRecordException undecodable;
    private final int attempt;
    private final Outcomes<K, V> outcomes;
    private final AtomicBoolean settled = new AtomicBoolean();

    private ConfluentDelivery(WorkContainer<byte[], byte[]> work, @Nullable ConsumerRecord<K, V> record,
            @Nullable UndecodableRecordException undecodable, Outcomes<K, V> outcomes) {
        this.work = work;
        this.raw = KeylessRecord.raw(work.getCr());
        this.record = record;
        this.undecodable = undecodable;
        this.attempt = work.getNumberOfFailedAttempts() + 1;
        this.outcomes = outcomes;
    }

    /** Decodes the record; if that fails, the delivery says so to whoever asks for the record. */
    static <K, V> ConfluentDelivery<K, V> decode(WorkContainer<byte[], byte[]> work, RecordDecoder<K, V> decoder,
            Outcomes<K, V> outcomes) {
        ConsumerRecord<byte[], byte[]> raw = KeylessRecord.raw(work.getCr());
        try {
            return new ConfluentDelivery<>(work, decoder.decode(raw), null, outcomes);
        } catch (UndecodableRecordException e) {
            return new ConfluentDelivery<>(work, null, e, outcomes);
        }
    }

    @Override
    public ConsumerRecord<K, V> record() {
        if (record == null) {
            throw undecodable;
        }
        return record;
    }

    @Override
    public ConsumerRecord<byte[], byte[]> raw() {
        return raw;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean succeed() {
        return settle(null);
    }

    @Override
    public boolean retryAfter(Duration delay) {
        return settle(new RetryDelay(LongestWait.orLess(delay)));
    }

    private boolean settle(@Nullable RetryDelay failure) {
        if (!settled.compareAndSet(false, true)) {
            return false;
        }
        outcomes.settled(this, failure);
        return true;
    }

    WorkContainer<byte[], byte[]> work() {
        return work;
    }

    TopicPartition partition() {
        return work.getTopicPartition();
    }
}
