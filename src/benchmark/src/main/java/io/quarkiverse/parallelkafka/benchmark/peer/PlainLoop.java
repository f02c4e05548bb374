package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.List;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * The physical limit: a loop that polls, and works on one record after the other in the polling thread. Commits once a
 * second, as an engine does.
 */
final class PlainLoop implements Peer {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long COMMIT_NANOS = 1_000_000_000;

    @Override
    public void start(Job job, Meter meter) {
        Thread thread = new Thread(() -> run(job, meter), "plain-loop");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(Job job, Meter meter) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(job.consumerProperties())) {
            consumer.subscribe(List.of(job.topic()));
            long committed = System.nanoTime();
            while (true) {
                for (ConsumerRecord<String, String> polled : consumer.poll(POLL)) {
                    meter.started(polled);
                    meter.block();
                    meter.done(polled);
                }
                if (System.nanoTime() - committed > COMMIT_NANOS) {
                    consumer.commitAsync();
                    committed = System.nanoTime();
                }
            }
        }
    }
}
