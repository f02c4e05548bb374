package io.quarkiverse.parallelkafka.demo.users;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import jakarta.inject.Singleton;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** The application's topics, of one partition each, seen from outside the application. */
@Singleton
final class Topics {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String bootstrapServers;

    Topics(@ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** Sends one record and waits for the broker to acknowledge it. */
    void send(String topic, @Nullable String key, byte @Nullable [] value) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers), new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, key, value)).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The broker did not acknowledge a record", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** @return how many records the topic has had */
    long size(String topic) {
        try (KafkaConsumer<String, String> consumer = consumer()) {
            return consumer.endOffsets(List.of(partition(topic)), TIMEOUT).get(partition(topic));
        }
    }

    /** @return all records from an offset to the end of the topic */
    List<ConsumerRecord<String, String>> read(String topic, long from) {
        try (KafkaConsumer<String, String> consumer = consumer()) {
            consumer.assign(List.of(partition(topic)));
            consumer.seek(partition(topic), from);
            long end = consumer.endOffsets(List.of(partition(topic)), TIMEOUT).get(partition(topic));
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (consumer.position(partition(topic), TIMEOUT) < end) {
                consumer.poll(TIMEOUT).forEach(records::add);
            }
            return records;
        }
    }

    private KafkaConsumer<String, String> consumer() {
        return new KafkaConsumer<>(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                new StringDeserializer(), new StringDeserializer());
    }

    private static TopicPartition partition(String topic) {
        return new TopicPartition(topic, 0);
    }
}
