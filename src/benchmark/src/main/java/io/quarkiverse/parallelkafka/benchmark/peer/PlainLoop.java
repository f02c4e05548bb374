package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

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
    public Running start(Job job, Meter meter) {
        AtomicBoolean wanted = new AtomicBoolean(true);
        return Running.on(wanted, new Thread(() -> run(job, meter, wanted), "plain-loop"));
    }

    private static void run(Job job, Meter meter, AtomicBoolean wanted) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(job.consumerProperties())) {
            consumer.subscribe(List.of(job.topic()));
            long committed = System.nanoTime();
            while (wanted.get()) {
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
