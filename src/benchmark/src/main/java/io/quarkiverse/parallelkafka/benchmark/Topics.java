package io.quarkiverse.parallelkafka.benchmark;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Fills each workload's topic when it is first asked for. */
final class Topics {

    private static final long SEED = 20;
    private static final long POLL_MILLIS = 200;

    private final String bootstrapServers;
    private final Set<Workload> filled = new HashSet<>();

    Topics(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** @return the name of a topic that holds the workload's records */
    String of(Workload workload) {
        if (filled.add(workload)) {
            create(workload.name(), workload.partitions());
            if (workload.records() > 0) {
                long begin = System.nanoTime();
                fill(workload);
                System.out.printf("  %s: %,d records sent in %.1f s%n", workload.name(), workload.records(),
                        (System.nanoTime() - begin) / 1e9);
            }
        }
        return workload.name();
    }

    void create(String name, int partitions) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Can't create topic " + name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    /**
     * Waits until a group has committed everything.
     *
     * @return how many records each partition holds
     * @throws IllegalStateException if that takes too long
     */
    Map<TopicPartition, Long> awaitDone(String topic, String group, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        try (Admin admin = admin()) {
            Map<TopicPartition, Long> ends = ends(admin, topic);
            while (true) {
                Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata().get();
                boolean all = ends.entrySet().stream().allMatch(end -> end.getValue() == 0
                        || committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset() == end.getValue());
                if (all) {
                    return ends;
                }
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Not everything was committed: " + committed + " of " + ends);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Can't look at group " + group, e.getCause());
        }
    }

    private static Map<TopicPartition, Long> ends(Admin admin, String topic)
            throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()
                .forEach(
                        partition -> latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    private void fill(Workload workload) {
        SplittableRandom random = new SplittableRandom(SEED);
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        byte[] value = Workload.value("");
        try (Producer<byte[], byte[]> producer = producer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 20,
                ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024))) {
            for (long i = 0; i < workload.records(); i++) {
                Workload.Target target = workload.next(random);
                producer.send(new ProducerRecord<>(workload.name(), target.partition(), target.key(), value),
                        (sent, refused) -> {
                            if (refused != null) {
                                failure.set(refused);
                            }
                        });
            }
        }
        Exception refused = failure.get();
        if (refused != null) {
            throw new IllegalStateException("Topic " + workload.name() + " could not be filled", refused);
        }
    }

    Producer<byte[], byte[]> producer(Map<String, Object> settings) {
        Map<String, Object> properties = new HashMap<>(settings);
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        // With several requests under way, a broker that has just created the topic may refuse the first of them only.
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
