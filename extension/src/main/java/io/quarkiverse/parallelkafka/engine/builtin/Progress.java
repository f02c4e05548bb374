package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Optional;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata.Encoded;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * How far an assignment was at one moment, read under the lock so that the rest can be done without it.
 *
 * @param assignment the partition's
 * @param changes how many changes its ledger had seen
 * @param map what is done
 * @param runsToCome how many more runs the map may have when more of what was taken in is done
 * @param leaderEpoch of the base
 * @param lastEpoch the latest leader epoch of what was taken off Kafka
 */
record Progress<K, V>(PartitionAssignment<K, V> assignment, long changes, OffsetMap map, int runsToCome,
        Optional<Integer> leaderEpoch, Optional<Integer> lastEpoch) {

    /** Called under the {@link Dispatcher}'s lock. */
    static <K, V> Progress<K, V> of(PartitionAssignment<K, V> assignment) {
        OffsetLedger<K, V> ledger = assignment.ledger();
        return new Progress<>(assignment, ledger.changes(), ledger.map(), ledger.runsToCome(),
                ledger.baseEpoch(), ledger.lastEpoch());
    }

    Encoded encoded(MetadataRoom room) {
        return CommitMetadata.encode(map, room.characters());
    }

    OffsetAndMetadata commit(MetadataRoom room) {
        return new OffsetAndMetadata(map.base(), leaderEpoch, encoded(room).metadata());
    }
}
