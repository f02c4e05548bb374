package io.quarkiverse.parallelkafka.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.Subscription;

/** A channel of one test: a topic and a group of its own on the broker that all tests share. */
public record TestChannel(String name, String topic, String group, String bootstrapServers) {

    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final String RUN = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    /** A channel on a new topic. */
    static TestChannel create(int partitions) {
        TestChannel channel = withoutTopic();
        TestBroker.createTopic(channel.topic(), partitions);
        return channel;
    }

    /** A channel on a topic that does not exist. */
    static TestChannel withoutTopic() {
        String name = "c" + RUN + "-" + NEXT.incrementAndGet();
        return new TestChannel(name, "topic-" + name, "group-" + name, TestBroker.bootstrapServers());
    }

    ChannelSettings settings(Ordering ordering, int maxConcurrency) {
        return settings(ordering, maxConcurrency, new Subscription.Topics(List.of(topic)));
    }

    ChannelSettings settings(Ordering ordering, int maxConcurrency, Subscription subscription) {
        Map<String, Object> consumer = new HashMap<>();
        consumer.put("bootstrap.servers", bootstrapServers);
        consumer.put("group.id", group);
        consumer.put("client.id", name);
        consumer.put("auto.offset.reset", "earliest");
        consumer.put("metadata.max.age.ms", "500");
        // Whatever was configured, the engine commits.
        consumer.put("enable.auto.commit", "true");
        return new ChannelSettings(name, ordering, maxConcurrency, subscription, Duration.ofMillis(200),
                Duration.ofSeconds(10), true, false, consumer);
    }

    /** Sends records with the given keys, and their number as the value, to one partition. */
    void send(int partition, int count, IntFunction<@Nullable String> key) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String text = key.apply(i);
            records.add(new ProducerRecord<>(topic, partition, text == null ? null : text.getBytes(UTF_8),
                    Integer.toString(i).getBytes(UTF_8)));
        }
        TestBroker.send(records);
    }

    /** What the group has committed for a partition. */
    @Nullable
    OffsetAndMetadata committed(int partition) {
        try (Admin admin = TestBroker.admin()) {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get()
                    .get(new TopicPartition(topic, partition));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
