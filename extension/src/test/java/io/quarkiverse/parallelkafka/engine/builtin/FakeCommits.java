package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;

/**
 * The commits of one consumer: those that are under way, and what the broker takes of them.
 *
 * <p>
 * Thread safety: a test may hold them, and look, on any thread; the rest is for the poll thread.
 */
final class FakeCommits {

    private record Commit(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
    }

    private final FakeLog log;
    private final Queue<Commit> underWay = new ConcurrentLinkedQueue<>();
    private volatile boolean held;
    private int metadataMaxBytes = 4096;
    private int refusedForMetadata;

    FakeCommits(FakeLog log) {
        this.log = log;
    }

    /** They don't end, as if no answer came. */
    void hold(boolean isHeld) {
        held = isHeld;
    }

    /** What the broker's setting of that name says. */
    void metadataMaxBytes(int most) {
        metadataMaxBytes = most;
    }

    /** How many commits were, for their metadata was too long. */
    int refusedForMetadata() {
        return refusedForMetadata;
    }

    int underWay() {
        return underWay.size();
    }

    void send(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        underWay.add(new Commit(offsets, callback));
    }

    /** Those that are under way reach the broker, and their answer is still on its way. */
    void land() {
        underWay.forEach(commit -> log.commit(commit.offsets()));
    }

    /** @param faults what each ends with; null if it succeeds */
    void endUnlessHeld(Supplier<@Nullable Exception> faults) {
        if (!held) {
            end(faults);
        }
    }

    /** @param faults what each ends with; null if it succeeds */
    void end(Supplier<@Nullable Exception> faults) {
        for (Commit commit = underWay.poll(); commit != null; commit = underWay.poll()) {
            Exception fault = faults.get();
            commit.callback().onComplete(commit.offsets(), fault != null ? fault : take(commit.offsets()));
        }
    }

    /** Those that are under way are of the generation before, which the broker refuses. */
    void refuse() {
        for (Commit commit = underWay.poll(); commit != null; commit = underWay.poll()) {
            commit.callback().onComplete(commit.offsets(), new RebalanceInProgressException());
        }
    }

    /** Takes those of which the metadata is not too long; null if that is all. */
    @Nullable
    RuntimeException take(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> fitting = new HashMap<>(offsets);
        fitting.values().removeIf(offset -> offset.metadata().length() > metadataMaxBytes);
        log.commit(fitting);
        if (fitting.size() == offsets.size()) {
            return null;
        }
        refusedForMetadata++;
        return new OffsetMetadataTooLarge();
    }
}
