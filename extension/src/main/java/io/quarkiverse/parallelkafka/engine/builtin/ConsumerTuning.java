package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.GroupProtocol;

/** What suits this engine's consumers better than the client's defaults do. What is configured holds, up to a bound. */
final class ConsumerTuning {

    private static final int HEARTBEAT_MILLIS = 1000;
    private static final int SIZED_BY_THE_SYSTEM = -1;

    private ConsumerTuning() {
    }

    /** @return these properties, and those that were missing; polls bring 500 records at most */
    static Map<String, Object> of(Map<String, Object> properties) {
        Map<String, Object> tuned = new HashMap<>(properties);
        rebalanceQuickly(tuned);
        pollNoMoreThanMetadataHolds(tuned);
        receiveAhead(tuned);
        return Map.copyOf(tuned);
    }

    /**
     * Members of a classic group learn of a rebalance from the answer to a heartbeat: with the three seconds that Kafka has
     * by default, a new member may wait as long for its first partition. Of the newer protocol the broker decides.
     */
    private static void rebalanceQuickly(Map<String, Object> properties) {
        if (!GroupProtocol.CONSUMER.name().equalsIgnoreCase(
                String.valueOf(properties.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG)).trim())) {
            properties.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
        }
    }

    /** Nothing is gained by larger ones, since records are not worked on poll by poll. See {@link MetadataLimit}. */
    private static void pollNoMoreThanMetadataHolds(Map<String, Object> properties) {
        properties.merge(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MetadataLimit.MOST_POLLED, (configured, most) -> Math
                .min(Integer.parseInt(configured.toString().trim()), MetadataLimit.MOST_POLLED));
    }

    /**
     * An answer to a fetch is up to a megabyte for each partition. What there is no room for in the socket is sent only once
     * the poll thread has read what came before, and that has other things to do in between: with the 64 KB that Kafka has
     * by default, the broker and the poll thread spend much of the time waiting for each other. Left to itself, the operating
     * system makes as much room as the connection can use.
     */
    private static void receiveAhead(Map<String, Object> properties) {
        properties.putIfAbsent(ConsumerConfig.RECEIVE_BUFFER_CONFIG, SIZED_BY_THE_SYSTEM);
    }
}
