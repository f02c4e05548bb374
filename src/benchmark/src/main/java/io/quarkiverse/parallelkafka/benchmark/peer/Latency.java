package io.quarkiverse.parallelkafka.benchmark.peer;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How long records waited that could have started.
 *
 * <p>
 * A record's value begins with when it was sent. A record is eligible when its fetch has returned ({@link PollStamp} puts
 * that into a header) and the record of its key before it is done. The wall clock is used throughout, because sender and
 * reader are two processes of one machine; it counts microseconds.
 */
final class Latency {

    private static final int DIGITS = 3;

    private final Map<String, Long> lastDone = new ConcurrentHashMap<>();
    private final Histogram fromEligible = new ConcurrentHistogram(DIGITS);
    private final Histogram fromSent = new ConcurrentHistogram(DIGITS);

    void started(ConsumerRecord<String, String> work) {
        long now = nowMicros();
        long sent = sentMicros(work.value());
        long predecessorDone = lastDone.getOrDefault(work.key(), 0L);
        fromSent.recordValue(Math.max(0, now - Math.max(sent, predecessorDone)));
        fromEligible.recordValue(Math.max(0, now - Math.max(PollStamp.of(work), predecessorDone)));
    }

    void started(String value) {
        fromSent.recordValue(Math.max(0, nowMicros() - sentMicros(value)));
    }

    void done(ConsumerRecord<String, String> work) {
        lastDone.put(work.key(), nowMicros());
    }

    void reset() {
        fromEligible.reset();
        fromSent.reset();
    }

    Result into(Result result) {
        return result.withLatency(fromEligible.getTotalCount() == 0 ? null : percentiles(fromEligible),
                percentiles(fromSent));
    }

    private static Result.Percentiles percentiles(Histogram micros) {
        return new Result.Percentiles(micros.getValueAtPercentile(50) / 1e3, micros.getValueAtPercentile(99) / 1e3,
                micros.getValueAtPercentile(99.9) / 1e3, micros.getMaxValue() / 1e3);
    }

    static long nowMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
    }

    private static long sentMicros(String value) {
        return Long.parseLong(value, 0, value.indexOf(' '), 10);
    }
}
