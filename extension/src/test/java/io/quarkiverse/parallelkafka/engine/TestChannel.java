package io.quarkiverse.parallelkafka.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
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
    public static TestChannel withoutTopic() {
        String name = "c" + RUN + "-" + NEXT.incrementAndGet();
        return new TestChannel(name, "topic-" + name, "group-" + name, TestBroker.bootstrapServers());
    }

    /** A channel whose broker is not there; the port is free. */
    static TestChannel unreachable() {
        TestChannel channel = withoutTopic();
        return new TestChannel(channel.name(), channel.topic(), channel.group(), "localhost:" + freePort());
    }

    static int freePort() {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
    }

    /** The same channel, for sending to another topic. */
    TestChannel onTopic(String other) {
        return new TestChannel(name, other, group, bootstrapServers);
    }

    /** The same channel, in another group. */
    TestChannel inGroup(String other) {
        return new TestChannel(name, topic, other, bootstrapServers);
    }

    public ChannelSettings settings(Ordering ordering, int maxConcurrency) {
        return settings(ordering, maxConcurrency, new Subscription.Topics(List.of(topic)));
    }

    ChannelSettings settings(Ordering ordering, int maxConcurrency, Subscription subscription) {
        Map<String, Object> consumer = new HashMap<>();
        consumer.put("bootstrap.servers", bootstrapServers);
        consumer.put("group.id", group);
        consumer.put("client.id", name);
        consumer.put("auto.offset.reset", "earliest");
        consumer.put("metadata.max.age.ms", "500");
        consumer.put("heartbeat.interval.ms", "500");
        // Whatever was configured, the engine commits.
        consumer.put("enable.auto.commit", "true");
        return SettingsBuilder.channel(name).ordering(ordering).maxConcurrency(maxConcurrency)
                .subscription(subscription).commitInterval(Duration.ofMillis(200))
                .shutdownTimeout(Duration.ofSeconds(10)).consumerProperties(consumer).build();
    }

    /** The same settings, but for one property of the consumer; without it, if there is no value. */
    public static ChannelSettings with(ChannelSettings settings, String property, @Nullable Object value) {
        Map<String, Object> consumer = new HashMap<>(settings.consumerProperties());
        consumer.compute(property, (name, before) -> value);
        return SettingsBuilder.like(settings).consumerProperties(consumer).build();
    }

    /** Sends records with the given keys, and their number as the value, to one partition. */
    void send(int partition, int count, IntFunction<@Nullable String> key) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String text = key.apply(i);
            records.add(new ProducerRecord<>(topic, partition, text == null ? null : text.getBytes(UTF_8),
                    Integer.toString(i).getBytes(UTF_8)));
        }
        TestBroker.send(bootstrapServers, records);
    }

    /** Sends as many records to each of the first partitions. */
    void sendToEach(int partitions, int count, IntFunction<@Nullable String> key) {
        for (int partition = 0; partition < partitions; partition++) {
            send(partition, count, key);
        }
    }

    /** What the group has committed for a partition; null if nothing. */
    @Nullable
    OffsetAndMetadata committed(int partition) {
        try (Admin admin = TestBroker.admin(bootstrapServers)) {
            return TestBroker.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()::get)
                    .get(new TopicPartition(topic, partition));
        }
    }

    /** Waits until the group has committed an offset for a partition. */
    void untilCommitted(int partition, long offset) {
        EngineFactory.eventually().untilAsserted(() -> assertThat(committed(partition))
                .as("committed for partition %d", partition).isNotNull()
                .extracting(OffsetAndMetadata::offset).isEqualTo(offset));
    }

    /** Waits until the group has committed the same offset for each of the first partitions. */
    void untilCommittedOfEach(int partitions, long offset) {
        for (int partition = 0; partition < partitions; partition++) {
            untilCommitted(partition, offset);
        }
    }

    /** Where the group would go on: 0 too if it has committed nothing. */
    long nextToRead(int partition) {
        OffsetAndMetadata committed = committed(partition);
        return committed == null ? 0 : committed.offset();
    }

    /** Commits for the group, which has no members. */
    void commit(int partition, long offset, String metadata) {
        try (Admin admin = TestBroker.admin(bootstrapServers)) {
            TestBroker.await(admin.alterConsumerGroupOffsets(group,
                    Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset, metadata))).all()::get);
        }
    }

    /** How many members the group has. */
    int members() {
        return memberIds().size();
    }

    Set<String> memberIds() {
        try (Admin admin = TestBroker.admin(bootstrapServers)) {
            return TestBroker.await(admin.describeConsumerGroups(List.of(group)).describedGroups().get(group)::get)
                    .members().stream().map(MemberDescription::consumerId).collect(Collectors.toSet());
        }
    }

    /** The group is without members. They hear of it with their next heartbeat, and may join again. */
    void expelMembers() {
        try (Admin admin = TestBroker.admin(bootstrapServers)) {
            TestBroker.await(admin.removeMembersFromConsumerGroup(group,
                    new RemoveMembersFromConsumerGroupOptions()).all()::get);
        }
    }

    /** The threads that are named after the channel. */
    List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(thread -> thread.contains(name)).toList();
    }
}
