package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Watches a peer at work from within its process: counts records, and reads the clocks at both ends of the measured part.
 *
 * <p>
 * A record costs one increment of a {@link LongAdder}; everything else happens on the thread that runs the measurement,
 * which looks every few milliseconds. Both ends of the measured part are such looks, so neither the start nor the tail
 * of the run is in it.
 *
 * <p>
 * Thread safety: records may start and end on any thread.
 */
public final class Meter {

    private static final long LOOK_MILLIS = 5;
    private static final long FIRST_RECORD_MILLIS = 60_000;
    private static final long WHOLE_TOPIC_NANOS = 300_000_000_000L;

    private final Job job;
    private final LongAdder done = new LongAdder();
    private final LongAdder workNanos = new LongAdder();
    private final LongAdder workCount = new LongAdder();
    private final Timer timer = new Timer();
    private final @Nullable Latency latency;
    private final @Nullable Skew skew;
    private final @Nullable Offsets offsets;

    public Meter(Job job) {
        this.job = job;
        this.latency = job.extras().latency() ? new Latency() : null;
        this.skew = job.extras().hotKey().isEmpty() ? null : new Skew(job.extras().hotKey());
        this.offsets = job.extras().offsets().isEmpty() ? null : new Offsets(job.extras().offsets());
    }

    /** Work on a record begins. */
    public void started(ConsumerRecord<String, String> work) {
        if (latency != null) {
            latency.started(work);
        }
    }

    /** Work on a record ended. */
    public void done(ConsumerRecord<String, String> work) {
        if (latency != null) {
            latency.done(work);
        }
        if (skew != null) {
            skew.done(work);
        }
        if (offsets != null) {
            offsets.done(work);
        }
        done.increment();
    }

    /** Does the job's work in the calling thread. */
    public void block() {
        if (job.work().millis() > 0) {
            long begin = System.nanoTime();
            job.work().block();
            worked(System.nanoTime() - begin);
        }
    }

    /** Does the job's work without a thread. The task runs on a timer's thread, or at once if there is no work. */
    public void later(Runnable task) {
        if (job.work().millis() == 0) {
            task.run();
        } else {
            long begin = System.nanoTime();
            timer.after(job.work(), () -> {
                worked(System.nanoTime() - begin);
                task.run();
            });
        }
    }

    private void worked(long nanos) {
        workNanos.add(nanos);
        workCount.increment();
    }

    /** Work began on a record of which only the value is known. */
    public void started(String value) {
        if (latency != null) {
            latency.started(value);
        }
    }

    /** Work ended on a record of which nothing is known. */
    public void done() {
        done.increment();
    }

    /**
     * Takes the measurement that the job asks for; returns when it is complete.
     *
     * @throws IllegalStateException if the peer works on no record at all, or stops long before the end of the topic
     */
    public Result measure() throws InterruptedException {
        if (job.extras().idle()) {
            return idle();
        }
        if (offsets != null) {
            return membership(offsets);
        }
        long asked = System.nanoTime();
        long first = awaitFirstRecord(asked);
        awaitWarmUp(first);
        workNanos.reset();
        workCount.reset();
        if (latency != null) {
            latency.reset();
        }
        if (skew != null) {
            skew.reset();
        }
        Sample begin = Sample.now(done.sum());
        Progress progress = awaitEnd(begin);
        Optional<Result.SkewedRates> rates = Optional.ofNullable(skew)
                .map(counted -> counted.rates(progress.end.since(begin)));
        Result result = Result.between(begin, progress.end)
                .withWork(workCount.sum() == 0 ? 0 : workNanos.sum() / 1e6 / workCount.sum())
                .withStart((first - asked) / 1e6)
                .withLongestGap(progress.longestGapMillis);
        if (latency != null) {
            result = latency.into(result);
        }
        if (rates.isPresent()) {
            result = result.withSkew(rates.get());
        }
        if (job.extras().liveHeap()) {
            awaitWholeTopic(System.nanoTime() + WHOLE_TOPIC_NANOS);
            if (done.sum() < job.records()) {
                throw new IllegalStateException("Only " + done.sum() + " records of " + job.records() + " were done");
            }
            result = result.withLiveHeap(Heap.liveBytes());
        }
        return result;
    }

    /** As long as it is a member of the group; that ends when it is told so. */
    private Result membership(Offsets all) throws InterruptedException {
        long asked = System.nanoTime();
        Sample begin = Sample.now(0);
        long first = awaitFirstRecord(asked);
        Messages.firstRecord(System.out);
        Parent.awaitEnd();
        all.write();
        return Result.between(begin, Sample.now(done.sum())).withStart((first - asked) / 1e6);
    }

    private Result idle() throws InterruptedException {
        Thread.sleep(job.window().warmUpMillis());
        Sample begin = Sample.now(0);
        Thread.sleep(job.window().millis());
        return Result.between(begin, Sample.now(0));
    }

    private long awaitFirstRecord(long asked) throws InterruptedException {
        while (done.sum() == 0) {
            if (System.nanoTime() - asked > FIRST_RECORD_MILLIS * 1_000_000) {
                throw new IllegalStateException("No record within " + FIRST_RECORD_MILLIS + " ms");
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return System.nanoTime();
    }

    private void awaitWarmUp(long first) throws InterruptedException {
        Job.Window window = job.window();
        while (done.sum() < window.warmUpRecords() && System.nanoTime() - first < window.warmUpMillis() * 1_000_000) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private record Progress(Sample end, double longestGapMillis) {
    }

    /** The last look that saw the peer still at work, so that the end of the topic is not in the measured part. */
    private Progress awaitEnd(Sample begin) throws InterruptedException {
        long deadline = begin.nanos() + job.window().millis() * 1_000_000;
        Sample last = begin;
        long changed = begin.nanos();
        long longestGap = 0;
        while (true) {
            Thread.sleep(LOOK_MILLIS);
            Sample now = Sample.now(done.sum());
            if (now.count() != last.count()) {
                changed = now.nanos();
            }
            longestGap = Math.max(longestGap, now.nanos() - changed);
            if (job.records() > 0 && now.count() >= job.records()) {
                return new Progress(last, longestGap / 1e6);
            }
            if (now.nanos() >= deadline) {
                return new Progress(now, longestGap / 1e6);
            }
            last = now;
        }
    }

    boolean isWholeTopicDone() {
        return done.sum() >= job.records();
    }

    /** Waits until every record of the topic was done, or it is a given time by {@link System#nanoTime}. */
    void awaitWholeTopic(long endNanos) throws InterruptedException {
        while (!isWholeTopicDone() && System.nanoTime() < endNanos) {
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
