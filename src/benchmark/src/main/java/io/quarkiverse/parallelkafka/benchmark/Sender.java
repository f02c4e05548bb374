package io.quarkiverse.parallelkafka.benchmark;

import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends records at a steady rate, each with the time at which it was sent at the front of its value. */
final class Sender implements AutoCloseable {

    private static final long PAUSE_NANOS = 200_000;

    private final Thread thread;
    private volatile boolean ended;

    private Sender(Topics topics, String topic, Workload workload, int perSecond) {
        this.thread = new Thread(() -> {
            try (Producer<byte[], byte[]> producer = topics.producer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 0,
                    ProducerConfig.ACKS_CONFIG, "1"))) {
                send(producer, topic, workload, perSecond);
            }
        }, "sender");
        thread.setDaemon(true);
    }

    static Sender start(Topics topics, String topic, Workload workload, int perSecond) {
        Sender sender = new Sender(topics, topic, workload, perSecond);
        sender.thread.start();
        return sender;
    }

    private void send(Producer<byte[], byte[]> producer, String topic, Workload workload, int perSecond) {
        SplittableRandom random = new SplittableRandom(1);
        long begin = System.nanoTime();
        long sent = 0;
        while (!ended) {
            long due = (System.nanoTime() - begin) * perSecond / 1_000_000_000L;
            for (; sent < due; sent++) {
                Workload.Target target = workload.next(random);
                producer.send(new ProducerRecord<>(topic, target.partition(), target.key(),
                        Workload.value(Long.toString(nowMicros()))));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static long nowMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
    }

    /** Ends, once the broker has what was sent. */
    @Override
    public void close() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
