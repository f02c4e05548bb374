package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * Which sequence each record of one partition belongs to. A key has one for as long as a record with it is not done, so
 * that memory goes by what is there and not by what was seen.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
interface Sequences<K, V> {

    static <K, V> Sequences<K, V> of(Ordering ordering) {
        return switch (ordering) {
            case KEY -> new OfKeys<>();
            case PARTITION -> new OfPartition<>();
            case UNORDERED -> new None<>();
        };
    }

    /** @return the sequence that a record belongs to; null if it may run beside any other */
    @Nullable
    Sequence<K, V> of(PendingRecord<K, V> record);

    /** Nothing is left of a sequence. */
    void forget(Sequence<K, V> sequence);

    /** A sequence a key. Records without a key ask for no order. */
    final class OfKeys<K, V> implements Sequences<K, V> {

        private final Map<RecordKey, Sequence<K, V>> byKey = new HashMap<>();

        @Override
        public @Nullable Sequence<K, V> of(PendingRecord<K, V> record) {
            RecordKey key = record.key();
            return key == null ? null : byKey.computeIfAbsent(key, Sequence::new);
        }

        @Override
        public void forget(Sequence<K, V> sequence) {
            byKey.remove(sequence.key());
        }
    }

    /** One sequence for all. */
    final class OfPartition<K, V> implements Sequences<K, V> {

        private final Sequence<K, V> all = new Sequence<>(null);

        @Override
        public Sequence<K, V> of(PendingRecord<K, V> record) {
            return all;
        }

        @Override
        public void forget(Sequence<K, V> sequence) {
            // It is as long as the assignment is.
        }
    }

    /** No record waits for another. */
    final class None<K, V> implements Sequences<K, V> {

        @Override
        public @Nullable Sequence<K, V> of(PendingRecord<K, V> record) {
            return null;
        }

        @Override
        public void forget(Sequence<K, V> sequence) {
            throw new IllegalStateException("There are no sequences without an order");
        }
    }
}
