package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * Which sequence each record of one partition belongs to. A key has one for as long as a record with it was
 * looked at and is not done, unless that is the only one of all keys: memory goes by what is there and not by what was seen.
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

    /** @return whether a record may run at once; else it is queued behind others of its sequence, which it has then */
    boolean arrive(PendingRecord<K, V> record);

    /** @return the sequence that a record belongs to; null if it may run beside any other */
    @Nullable
    Sequence<K, V> of(PendingRecord<K, V> record);

    /** Whether two records may only run one after the other. */
    boolean isOne(PendingRecord<K, V> record, PendingRecord<K, V> other);

    /** A record is done that has no sequence. */
    void doneAlone(PendingRecord<K, V> record);

    /** Nothing is left of a sequence. */
    void forget(Sequence<K, V> sequence);

    /**
     * A sequence a key. Records without a key ask for no order; nor does one with a key, while there is no other that has one.
     * Where a lane is done with each record before it looks at the next, that is all of them, which spares a look-up for each.
     */
    final class OfKeys<K, V> implements Sequences<K, V> {

        private final Map<RecordKey, Sequence<K, V>> byKey = new HashMap<>();
        /** Has a key, has its turn, and has no sequence, as no other record has a key. */
        private @Nullable PendingRecord<K, V> alone;

        @Override
        public boolean arrive(PendingRecord<K, V> record) {
            if (record.key() == null) {
                return true;
            }
            if (alone == null && byKey.isEmpty()) {
                alone = record;
                return true;
            }
            return of(record).arrive(record);
        }

        @Override
        public @Nullable Sequence<K, V> of(PendingRecord<K, V> record) {
            RecordKey key = record.key();
            if (key == null) {
                return null;
            }
            PendingRecord<K, V> first = alone;
            if (first != null) {
                alone = null;
                of(first.key()).arrive(first);
            }
            return of(key);
        }

        @Override
        public boolean isOne(PendingRecord<K, V> record, PendingRecord<K, V> other) {
            return record.key() != null && record.key().equals(other.key());
        }

        private Sequence<K, V> of(RecordKey key) {
            return byKey.computeIfAbsent(key, Sequence::new);
        }

        @Override
        public void doneAlone(PendingRecord<K, V> record) {
            if (record == alone) {
                alone = null;
            }
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
        public boolean arrive(PendingRecord<K, V> record) {
            return all.arrive(record);
        }

        @Override
        public Sequence<K, V> of(PendingRecord<K, V> record) {
            return all;
        }

        @Override
        public boolean isOne(PendingRecord<K, V> record, PendingRecord<K, V> other) {
            return true;
        }

        @Override
        public void doneAlone(PendingRecord<K, V> record) {
            throw new IllegalStateException("There is one sequence for all");
        }

        @Override
        public void forget(Sequence<K, V> sequence) {
            // It is as long as the assignment is.
        }
    }

    /** No record waits for another. */
    final class None<K, V> implements Sequences<K, V> {

        @Override
        public boolean arrive(PendingRecord<K, V> record) {
            return true;
        }

        @Override
        public @Nullable Sequence<K, V> of(PendingRecord<K, V> record) {
            return null;
        }

        @Override
        public boolean isOne(PendingRecord<K, V> record, PendingRecord<K, V> other) {
            return false;
        }

        @Override
        public void doneAlone(PendingRecord<K, V> record) {
            // No record has another one wait for it.
        }

        @Override
        public void forget(Sequence<K, V> sequence) {
            throw new IllegalStateException("There are no sequences without an order");
        }
    }
}
