package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * The partitions that the channel has now, whose turn it is among them, and what still runs of those that it had.
 *
 * <p>
 * Thread safety: guarded by the {@link Dispatcher}'s lock.
 */
final class Assignments<K, V> {

    /** Of one partition among the others. */
    static final class Turn {
        /** Whether the partition waits for it. */
        private boolean isAwaited;
        /** How many records had been taken of all partitions when it last came early. */
        private long lastAhead;
        /** How many of its records are counted as ready. */
        private int ready;
    }

    private final Ordering ordering;
    private final ByteBound bytes;
    private final Map<TopicPartition, PartitionAssignment<K, V>> current = new HashMap<>();
    private final Map<TopicPartition, List<PendingRecord<K, V>>> stragglers = new HashMap<>();
    /** Those that have a record that may run, each once. */
    private final Deque<PartitionAssignment<K, V>> turns = new ArrayDeque<>();
    private final UndecodedRecords<K, V> undecoded = new UndecodedRecords<>();
    private long taken;
    private int ready;

    Assignments(Ordering ordering, ByteBound bytes) {
        this.ordering = ordering;
        this.bytes = bytes;
    }

    Collection<PartitionAssignment<K, V>> all() {
        return current.values();
    }

    @Nullable
    PartitionAssignment<K, V> get(TopicPartition partition) {
        return current.get(partition);
    }

    PartitionAssignment<K, V> begin(TopicPartition partition) {
        PartitionAssignment<K, V> before = current.get(partition);
        if (before != null) {
            end(before);
        }
        PartitionAssignment<K, V> assignment = new PartitionAssignment<>(partition, ordering, undecoded);
        stragglers.getOrDefault(partition, List.of()).forEach(assignment::hold);
        current.put(partition, assignment);
        bytes.divide(current.size());
        return assignment;
    }

    /** What is in flight goes on to count as in flight of the channel, and its bytes as held. */
    void end(PartitionAssignment<K, V> assignment) {
        List<PendingRecord<K, V>> running = assignment.end();
        current.remove(assignment.partition(), assignment);
        bytes.divide(current.size());
        bytes.ended(assignment.atHand().bytes() - running.stream().mapToLong(PendingRecord::bytes).sum());
        turns.remove(assignment);
        countReady(assignment);
        if (!running.isEmpty()) {
            stragglers.computeIfAbsent(assignment.partition(), none -> new ArrayList<>()).addAll(running);
        }
    }

    /** Nothing more of it is handed out, so that none of it is counted as ready. */
    void stopDispatching(PartitionAssignment<K, V> assignment) {
        assignment.stopDispatching();
        countReady(assignment);
    }

    /** Takes in records that come after all that came before. */
    void arrive(PartitionAssignment<K, V> assignment, Batch<K, V> batch) {
        assignment.arrive(batch);
        bytes.taken(batch.bytes());
        takesTurns(assignment);
    }

    /** A record in flight is done. */
    void done(PendingRecord<K, V> record) {
        PartitionAssignment<K, V> assignment = record.assignment();
        if (assignment.isEnded()) {
            straggled(record);
            return;
        }
        bytes.ended(record.bytes());
        boolean isNext = assignment.done(record);
        takesTurns(assignment);
        if (isNext) {
            takesNextTurn(assignment);
        }
    }

    /** A record of an assignment that has ended has come to its end too. */
    void straggled(PendingRecord<K, V> record) {
        bytes.ended(record.bytes());
        TopicPartition partition = record.assignment().partition();
        stragglers.computeIfPresent(partition, (same, left) -> left.remove(record) && left.isEmpty() ? null : left);
        PartitionAssignment<K, V> successor = current.get(partition);
        if (successor != null) {
            successor.release(record);
            takesTurns(successor);
        }
    }

    /** The records of all partitions whose turn it is and that have to be decoded first. */
    UndecodedRecords<K, V> undecoded() {
        return undecoded;
    }

    /** A record that had to be decoded first was decoded, or could not be. */
    void decoded(PendingRecord<K, V> record) {
        record.assignment().decoded(record);
        takesTurns(record.assignment());
    }

    /** To be called whenever a record of an assignment may have become ready. */
    void takesTurns(PartitionAssignment<K, V> assignment) {
        countReady(assignment);
        if (assignment.turn().ready > 0 && !assignment.turn().isAwaited) {
            assignment.turn().isAwaited = true;
            turns.add(assignment);
        }
    }

    private void countReady(PartitionAssignment<K, V> assignment) {
        int now = assignment.ready();
        ready += now - assignment.turn().ready;
        assignment.turn().ready = now;
    }

    /** How many records of all partitions may run now; one that nobody has looked at yet counts as one of them. */
    int ready() {
        return ready;
    }

    /**
     * A record of the assignment has become ready that is older than all its others: it is next, so that a hot key does
     * not wait a round for each of its records. Once in as many records as there are turns, no more: the others' share
     * stays what it is.
     */
    private void takesNextTurn(PartitionAssignment<K, V> assignment) {
        if (taken - assignment.turn().lastAhead >= turns.size() && turns.peek() != assignment) {
            assignment.turn().lastAhead = taken;
            turns.remove(assignment);
            turns.addFirst(assignment);
        }
    }

    /**
     * Takes the record that runs next; null if none may.
     *
     * @param withoutReady told of each assignment of which none was found to be ready after all
     */
    @Nullable
    PendingRecord<K, V> takeReady(Consumer<PartitionAssignment<K, V>> withoutReady) {
        taken++;
        for (PartitionAssignment<K, V> next = turns.poll(); next != null; next = turns.poll()) {
            next.turn().isAwaited = false;
            if (next.ready() > 0) {
                PendingRecord<K, V> record = next.takeReady();
                takesTurns(next);
                if (record != null) {
                    return record;
                }
                withoutReady.accept(next);
            }
        }
        return null;
    }
}
