package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;

import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.Lifecycle;

/** The thread that drives the library, from the first pass of its control loop to the end of the engine's threads. */
final class ControlThread {

    /** For the last commit, leaving the group and ending the threads, each of which is bounded too. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final String channel;
    private final ChannelProcessor processor;
    private final RecordPoller poller;
    private final ControlTasks tasks;
    private final Handover<?, ?> handover;
    private final Ending ending;
    private final Lifecycle lifecycle;
    private final Thread thread;

    /** @param lifecycle told on this thread how it ended */
    ControlThread(String channel, ChannelProcessor processor, ControlTasks tasks, Handover<?, ?> handover,
            Ending ending, Lifecycle lifecycle) {
        this.channel = channel;
        this.processor = processor;
        this.poller = processor.poller();
        this.tasks = tasks;
        this.handover = handover;
        this.ending = ending;
        this.lifecycle = lifecycle;
        this.thread = new Thread(this::run, "parallel-kafka-" + channel + "-control");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!isTimeToEnd()) {
                processor.pass();
            }
            int left = handover.inFlight();
            if (left > 0) {
                log.stoppedWithRecordsInFlight(channel, left, ending.timeout().toMillis());
            }
            processor.lastPass();
        } catch (Exception | Error e) {
            handover.stop();
            lifecycle.failed(poller.failure() != null ? poller.failure() : e);
            abandon();
        } finally {
            tasks.end();
            lifecycle.ended();
        }
    }

    private boolean isTimeToEnd() {
        return ending.isWanted() && (!handover.hasOpen() || ending.nanosLeft() <= 0);
    }

    private void abandon() {
        try {
            processor.abandon();
        } catch (RuntimeException e) {
            log.debugf(e, "Channel '%s': what was done could not be committed", channel);
        }
    }

    /** Ends the engine once nothing is in flight, or a time has passed. The first call counts. Called on any thread. */
    void close(Duration timeout) {
        ending.within(timeout);
        tasks.wakeUp();
    }

    /** Waits for the end that {@link #close} has begun, unless it would wait for itself. Called on any thread. */
    void awaitEnd() {
        Thread caller = Thread.currentThread();
        if (caller == thread || caller == poller.thread() || caller == processor.dispatchThread()) {
            return;
        }
        try {
            thread.join(Math.max(1, Duration.ofNanos(ending.nanosLeft()).toMillis()));
            tasks.wakeUp();
            thread.join(GRACE.toMillis());
        } catch (InterruptedException e) {
            caller.interrupt();
        }
    }
}
