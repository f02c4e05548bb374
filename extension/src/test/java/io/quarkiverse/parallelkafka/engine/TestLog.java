package io.quarkiverse.parallelkafka.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The log of a channel's topic, and what may happen to it: gaps, a start that moves, an end that is no record. */
record TestLog(TestChannel channel) {

    /** Appends transactions of so many records each; after the records of each there is a marker, which has an offset. */
    void transactions(int partition, int size, boolean... committed) {
        Map<String, Object> settings = Map.of("bootstrap.servers", channel.bootstrapServers(), "transactional.id",
                channel.name() + "-" + partition);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings, new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            for (boolean commit : committed) {
                producer.beginTransaction();
                for (int i = 0; i < size; i++) {
                    producer.send(new ProducerRecord<>(channel.topic(), partition, ("key" + i).getBytes(UTF_8),
                            Boolean.toString(commit).getBytes(UTF_8)));
                }
                producer.flush();
                if (commit) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }
    }

    /** The offset after the last one of a partition, whatever that is the offset of. */
    long end(int partition) {
        TopicPartition place = new TopicPartition(channel.topic(), partition);
        try (Admin admin = TestBroker.admin(channel.bootstrapServers())) {
            return TestBroker
                    .await(admin.listOffsets(Map.of(place, OffsetSpec.latest())).partitionResult(place)::get).offset();
        }
    }

    /** Moves the start of a partition, as retention does. */
    void deleteBefore(int partition, long offset) {
        try (Admin admin = TestBroker.admin(channel.bootstrapServers())) {
            TestBroker.await(admin.deleteRecords(Map.of(new TopicPartition(channel.topic(), partition),
                    RecordsToDelete.beforeOffset(offset))).all()::get);
        }
    }

    /** Deletes the topic and creates it again, unless someone who asks for it meanwhile has it created. */
    void replace() {
        try (Admin admin = TestBroker.admin(channel.bootstrapServers())) {
            Uuid old = TestBroker.await(() -> id(admin));
            TestBroker.await(admin.deleteTopics(Set.of(channel.topic())).all()::get);
            EngineFactory.eventually().ignoreExceptions().until(() -> {
                if (!admin.listTopics().names().get().contains(channel.topic())) {
                    TestBroker.createTopic(channel.topic(), 1);
                }
                return !id(admin).equals(old);
            });
        }
    }

    private Uuid id(Admin admin) throws Exception {
        return admin.describeTopics(Set.of(channel.topic())).topicNameValues().get(channel.topic()).get().topicId();
    }

    /** Forgets what the group, which has no members, has committed for a partition. */
    void deleteCommitted(int partition) {
        try (Admin admin = TestBroker.admin(channel.bootstrapServers())) {
            TestBroker.await(admin.deleteConsumerGroupOffsets(channel.group(),
                    Set.of(new TopicPartition(channel.topic(), partition))).all()::get);
        }
    }
}
