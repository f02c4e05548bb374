package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * What an engine could reach that has nothing to do but to hand records over: one thread polls bytes, another decodes and
 * works on them, a whole poll at a time. No order between threads, no retries, no account of what is done: it commits where
 * the consumer is.
 */
final class HandOver implements Peer {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long COMMIT_NANOS = 1_000_000_000;
    /** Polls that wait: more of them would leave the processors' caches. */
    private static final int WAITING = 2;

    @Override
    public Running start(Job job, Meter meter) {
        AtomicBoolean wanted = new AtomicBoolean(true);
        BlockingQueue<ConsumerRecords<byte[], byte[]>> polls = new ArrayBlockingQueue<>(WAITING);
        return Running.on(wanted,
                thread("hand-over-poll", () -> poll(job, polls, wanted)),
                thread("hand-over-lane", () -> work(meter, polls, wanted)));
    }

    private interface Interruptible {

        void run() throws InterruptedException;
    }

    private static Thread thread(String name, Interruptible task) {
        return new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                // Only the end of the process interrupts.
            }
        }, name);
    }

    private static void poll(Job job, BlockingQueue<ConsumerRecords<byte[], byte[]>> polls, AtomicBoolean wanted)
            throws InterruptedException {
        Map<String, Object> properties = new HashMap<>(job.consumerProperties());
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
            consumer.subscribe(List.of(job.topic()));
            long committed = System.nanoTime();
            while (wanted.get()) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                while (wanted.get() && !polls.offer(polled, POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                    // The other thread is behind.
                }
                if (System.nanoTime() - committed > COMMIT_NANOS) {
                    consumer.commitAsync();
                    committed = System.nanoTime();
                }
            }
        }
    }

    private static void work(Meter meter, BlockingQueue<ConsumerRecords<byte[], byte[]>> polls, AtomicBoolean wanted)
            throws InterruptedException {
        try (Deserializer<String> text = new StringDeserializer()) {
            while (wanted.get()) {
                ConsumerRecords<byte[], byte[]> polled = polls.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
                if (polled != null) {
                    for (ConsumerRecord<byte[], byte[]> raw : polled) {
                        ConsumerRecord<String, String> decoded = decode(text, raw);
                        meter.started(decoded);
                        meter.block();
                        meter.done(decoded);
                    }
                }
            }
        }
    }

    private static ConsumerRecord<String, String> decode(Deserializer<String> text,
            ConsumerRecord<byte[], byte[]> raw) {
        return new ConsumerRecord<>(raw.topic(), raw.partition(), raw.offset(), raw.timestamp(), raw.timestampType(),
                raw.serializedKeySize(), raw.serializedValueSize(), text.deserialize(raw.topic(), raw.key()),
                text.deserialize(raw.topic(), raw.value()), raw.headers(), raw.leaderEpoch(), Optional.empty());
    }
}
