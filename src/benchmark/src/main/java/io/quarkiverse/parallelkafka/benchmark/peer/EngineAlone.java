package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/** One of our engines without what is around it in an application: as many workers as records may be in flight. */
final class EngineAlone implements Peer {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    @Override
    public Running start(Job job, Meter meter) {
        ParallelEngine<String, String> engine = Engines.create(job);
        engine.start();
        for (int i = 0; i < job.maxConcurrency(); i++) {
            if (job.work().kind() == Work.Kind.NON_BLOCKING) {
                engine.request(new TimedWorker(engine, meter));
            } else {
                Thread thread = new Thread(new ThreadWorker(engine, meter), "worker-" + i);
                thread.setDaemon(true);
                thread.start();
            }
        }
        return () -> engine.close(CLOSE_TIMEOUT);
    }

    /** Asks, works, reports and asks again, in a thread of its own; sleeps while there is no record for it. */
    private static final class ThreadWorker implements Runnable, RecordHandler<String, String> {

        private final ParallelEngine<String, String> engine;
        private final Meter meter;
        private volatile @Nullable Thread thread;
        private volatile @Nullable Delivery<String, String> handed;

        ThreadWorker(ParallelEngine<String, String> engine, Meter meter) {
            this.engine = engine;
            this.meter = meter;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            engine.request(this);
            while (true) {
                Delivery<String, String> delivery = take();
                ConsumerRecord<String, String> polled = delivery.record();
                meter.started(polled);
                meter.block();
                meter.done(polled);
                engine.succeedAndRequest(delivery, this);
            }
        }

        private Delivery<String, String> take() {
            Delivery<String, String> delivery;
            while ((delivery = handed) == null) {
                LockSupport.park(this);
            }
            handed = null;
            return delivery;
        }

        @Override
        public void handle(Delivery<String, String> delivery) {
            handed = delivery;
            Thread sleeper = thread;
            if (sleeper != Thread.currentThread()) {
                LockSupport.unpark(sleeper);
            }
        }
    }

    /** Does the same without a thread. */
    private record TimedWorker(ParallelEngine<String, String> engine, Meter meter)
            implements
                RecordHandler<String, String> {

        @Override
        public void handle(Delivery<String, String> delivery) {
            ConsumerRecord<String, String> polled = delivery.record();
            meter.started(polled);
            meter.later(() -> {
                meter.done(polled);
                engine.succeedAndRequest(delivery, this);
            });
        }
    }
}
