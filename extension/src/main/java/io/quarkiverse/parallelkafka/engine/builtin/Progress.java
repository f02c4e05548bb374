package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Optional;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata.Encoded;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * How far an assignment was at one moment, read under the lock so that the rest can be done without it.
 *
 * @param assignment the partition's
 * @param changes how many changes its ledger had seen
 * @param map what is done
 * @param leaderEpoch of the base
 * @param lastEpoch the latest leader epoch of what was taken off Kafka
 */
record Progress<K, V>(PartitionAssignment<K, V> assignment, long changes, OffsetMap map,
        Optional<Integer> leaderEpoch, Optional<Integer> lastEpoch) {

    /** Called under the {@link Dispatcher}'s lock. */
    static <K, V> Progress<K, V> of(PartitionAssignment<K, V> assignment) {
        OffsetLedger<K, V> ledger = assignment.ledger();
        return new Progress<>(assignment, ledger.changes(), ledger.map(), ledger.baseEpoch(), ledger.lastEpoch());
    }

    Encoded encoded(MetadataRoom room) {
        return CommitMetadata.encode(map, room.characters());
    }

    Commit<K, V> commit(MetadataRoom room) {
        Encoded encoded = encoded(room);
        return new Commit<>(this, new OffsetAndMetadata(map.base(), leaderEpoch, encoded.metadata()), encoded.whole());
    }

    /**
     * A commit of this.
     *
     * @param offset what the group gets
     * @param whole whether there was room for all that is done
     */
    record Commit<K, V>(Progress<K, V> progress, OffsetAndMetadata offset, boolean whole) {

        TopicPartition partition() {
            return progress.assignment().partition();
        }
    }
}
