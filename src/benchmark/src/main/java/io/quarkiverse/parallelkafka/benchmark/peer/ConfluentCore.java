package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.List;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.confluent.parallelconsumer.ParallelStreamProcessor;

/** Confluent Parallel Consumer as it is meant to be used: a pool of threads, one for each record in flight. */
final class ConfluentCore implements Peer {

    @Override
    public Running start(Job job, Meter meter) {
        ParallelStreamProcessor<String, String> processor = ParallelStreamProcessor
                .createEosStreamProcessor(ConfluentOptions.of(job));
        processor.subscribe(List.of(job.topic()));
        processor.poll(context -> {
            ConsumerRecord<String, String> polled = context.getSingleConsumerRecord();
            meter.started(polled);
            meter.block();
            meter.done(polled);
        });
        return processor::closeDontDrainFirst;
    }
}
