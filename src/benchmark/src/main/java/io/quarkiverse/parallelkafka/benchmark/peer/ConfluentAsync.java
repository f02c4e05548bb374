package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.List;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.PollContextInternal;
import io.confluent.parallelconsumer.internal.ExternalEngine;
import io.confluent.parallelconsumer.state.WorkContainer;

/** Confluent Parallel Consumer with work that completes without a thread, as its Vert.x and Reactor variants do it. */
final class ConfluentAsync implements Peer {

    @Override
    public Running start(Job job, Meter meter) {
        Processor processor = new Processor(ConfluentOptions.of(job));
        processor.subscribe(List.of(job.topic()));
        processor.run(meter);
        return processor::closeDontDrainFirst;
    }

    private static final class Processor extends ExternalEngine<String, String> {

        Processor(ParallelConsumerOptions<String, String> options) {
            super(options);
        }

        void run(Meter meter) {
            supervisorLoop(context -> {
                begin(context, meter);
                return List.of();
            }, unused -> {
            });
        }

        private void begin(PollContextInternal<String, String> context, Meter meter) {
            context.streamWorkContainers().forEach(container -> {
                ConsumerRecord<String, String> polled = container.getCr();
                meter.started(polled);
                meter.later(() -> {
                    meter.done(polled);
                    complete(context, container);
                });
            });
        }

        private void complete(PollContextInternal<String, String> context, WorkContainer<String, String> container) {
            container.onUserFunctionSuccess();
            addToMailbox(context, container);
        }

        @Override
        protected boolean isAsyncFutureWork(List<?> results) {
            return true;
        }
    }
}
