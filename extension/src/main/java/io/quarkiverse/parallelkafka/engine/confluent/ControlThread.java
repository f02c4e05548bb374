package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** The thread that drives the library, from the first pass of its control loop to the end of the engine's threads. */
final class ControlThread {

    /** For the last commit, leaving the group and ending the threads, each of which is bounded too. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Told how it ended, on the control thread. */
    interface Ending {

        /** The library has failed; threads are about to be ended. */
        void failed(Throwable cause);

        /** All threads have ended but this one. */
        void ended();
    }

    private final String channel;
    private final ChannelProcessor processor;
    private final RecordPoller poller;
    private final ControlTasks tasks;
    private final Handover<?, ?> handover;
    private final Ending ending;
    private final Thread thread;
    private volatile @Nullable Duration timeout;
    private volatile long closingSince;

    ControlThread(String channel, ChannelProcessor processor, ControlTasks tasks, Handover<?, ?> handover,
            Ending ending) {
        this.channel = channel;
        this.processor = processor;
        this.poller = processor.poller();
        this.tasks = tasks;
        this.handover = handover;
        this.ending = ending;
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
                log.stoppedWithRecordsInFlight(channel, left, timeout.toMillis());
            }
            processor.lastPass();
        } catch (Exception | Error e) {
            ending.failed(poller.failure() != null ? poller.failure() : e);
            abandon();
        } finally {
            tasks.end();
            ending.ended();
        }
    }

    private boolean isTimeToEnd() {
        Duration bound = timeout;
        return bound != null
                && (!handover.hasOpen() || bound.minusNanos(System.nanoTime() - closingSince).isNegative());
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
        synchronized (this) {
            if (this.timeout == null) {
                closingSince = System.nanoTime();
                this.timeout = timeout;
            }
        }
        tasks.wakeUp();
    }

    /** Waits for the end, unless it would wait for itself. Called on any thread. */
    void awaitEnd(Duration timeout) {
        Thread caller = Thread.currentThread();
        if (caller == thread || caller == poller.thread() || caller == processor.dispatchThread()) {
            return;
        }
        try {
            thread.join(Math.max(1, timeout.toMillis()));
            tasks.wakeUp();
            thread.join(GRACE.toMillis());
        } catch (InterruptedException e) {
            caller.interrupt();
        }
    }
}
