package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.Locale;

import org.apache.kafka.clients.consumer.KafkaConsumer;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;

/**
 * How Confluent's library is set up, threads or not.
 *
 * <p>
 * Its defaults, but for the commit interval of 500 ms instead of 5 s: with one partition and many keys, a full offset map
 * otherwise stops it for seconds, because it looks whether the map fits again only when it commits. The tuned variant,
 * which its documentation does not suggest, buffers more and commits yet more often.
 */
final class ConfluentOptions {

    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(500);
    private static final Duration TUNED_COMMIT_INTERVAL = Duration.ofMillis(100);
    private static final int TUNED_LOAD_FACTOR = 50;

    private ConfluentOptions() {
    }

    static ParallelConsumerOptions<String, String> of(Job job) {
        boolean tuned = job.engine().equals("tuned");
        ParallelConsumerOptions.ParallelConsumerOptionsBuilder<String, String> options = ParallelConsumerOptions
                .<String, String>builder()
                .consumer(new KafkaConsumer<>(job.consumerProperties()))
                .ordering(ProcessingOrder.valueOf(job.ordering().toUpperCase(Locale.ROOT)))
                .maxConcurrency(job.maxConcurrency())
                .commitInterval(tuned ? TUNED_COMMIT_INTERVAL : COMMIT_INTERVAL);
        return tuned ? options.initialLoadFactor(TUNED_LOAD_FACTOR).build() : options.build();
    }
}
