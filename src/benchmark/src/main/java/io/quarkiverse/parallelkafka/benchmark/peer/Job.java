package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What one measured process has to do. It is handed over as JSON.
 *
 * @param name the measurement's name, for logs
 * @param peer which peer reads the records
 * @param engine the engine or the connector, where the peer has several; otherwise empty
 * @param signature the application's method, where the peer has methods; otherwise empty
 * @param ordering {@code key}, {@code partition} or {@code unordered}
 * @param maxConcurrency how many records may be in flight
 * @param bootstrapServers the broker
 * @param topic read from its beginning
 * @param group a group that no other process was in before, unless that is what is measured
 * @param records how many records the topic holds; 0 where they are sent while the process runs
 * @param work what is done with each record
 * @param window what part of the run counts
 * @param extras what only some measurements want
 * @param consumer further properties of the Kafka consumer
 */
public record Job(String name, String peer, String engine, String signature, String ordering, int maxConcurrency,
        String bootstrapServers, String topic, String group, long records, Work work, Window window, Extras extras,
        Map<String, String> consumer) {

    private static final ObjectMapper JSON = new ObjectMapper();

    public Job {
        consumer = Map.copyOf(consumer);
    }

    /**
     * The part of a run that counts. The warm-up ends with the first of its two bounds, the measured part too, or else
     * with the topic.
     *
     * @param turns how often it is measured, each time anew; 0 if it is measured once, as it starts
     * @param firstRoundMillis how long, at least, a peer that takes turns reads the topic before the first of them
     * @param warmUpRecords records before the measured part
     * @param warmUpMillis time before the measured part, from the first record on
     * @param millis length of the measured part
     */
    public record Window(int turns, long firstRoundMillis, long warmUpRecords, long warmUpMillis, long millis) {
    }

    /**
     * What only some measurements want.
     *
     * @param latency take the time from when a record could have started until it did
     * @param liveHeap read the whole topic, and say what is on the heap after that
     * @param idle the topic is empty: measure what the peer does without a record
     * @param hotKey count the records of this key, and those of the partitions without it, apart; empty for none
     * @param offsets a file for the offsets of every record that was done; empty for none
     */
    public record Extras(boolean latency, boolean liveHeap, boolean idle, String hotKey, String offsets) {

        public static final Extras NONE = new Extras(false, false, false, "", "");
    }

    Job inGroup(String other) {
        return new Job(name, peer, engine, signature, ordering, maxConcurrency, bootstrapServers, topic, other, records,
                work, window, extras, consumer);
    }

    /** @throws IllegalArgumentException if the text is no job */
    public static Job parse(String json) {
        try {
            return JSON.readValue(json, Job.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a job: " + json, e);
        }
    }

    /** @return what {@link #parse} reads */
    public String toJson() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A job is plain data", e);
        }
    }

    /** @return what every peer's consumer is configured with: the client's defaults, as far as that is possible */
    public Map<String, Object> consumerProperties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        if (extras.latency()) {
            properties.put(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, PollStamp.class.getName());
        }
        properties.putAll(consumer);
        return properties;
    }
}
