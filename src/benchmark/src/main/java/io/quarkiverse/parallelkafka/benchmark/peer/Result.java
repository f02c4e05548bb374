package io.quarkiverse.parallelkafka.benchmark.peer;

import java.io.PrintStream;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What a measured process found. What was not measured is null.
 *
 * @param seconds length of the measured part
 * @param records done in it
 * @param recordsPerSecond their rate
 * @param cpuSeconds of the whole process in the measured part
 * @param allocatedBytes in the measured part
 * @param workMillis what the work on one record took; a little more than what was asked for
 * @param firstRecordMillis from the peer's start to its first record that was done
 * @param longestGapMillis the longest time without a record that was done
 * @param liveHeapBytes after everything was done and collected
 * @param eligibleToStarted from when the record was fetched and its predecessor done until work on it began
 * @param sentToStarted the same, from when it was sent: with the way through producer, broker and fetch
 * @param skew rates apart, where one key is hot
 */
public record Result(double seconds, long records, double recordsPerSecond, double cpuSeconds, long allocatedBytes,
        @Nullable Double workMillis, @Nullable Double firstRecordMillis, @Nullable Double longestGapMillis,
        @Nullable Long liveHeapBytes,
        @Nullable Percentiles eligibleToStarted, @Nullable Percentiles sentToStarted, @Nullable SkewedRates skew) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "RESULT ";

    /**
     * A distribution of times, in ms.
     *
     * @param p50 half of them are at most so long
     * @param p99 99 % of them
     * @param p999 99.9 % of them
     * @param max all of them
     */
    public record Percentiles(double p50, double p99, double p999, double max) {
    }

    /**
     * Records a second, where one key is hot.
     *
     * @param hotKey of the hot key
     * @param otherPartitions of all partitions but the hot key's
     */
    public record SkewedRates(double hotKey, double otherPartitions) {
    }

    static Result between(Sample begin, Sample end) {
        long records = end.count() - begin.count();
        double seconds = end.since(begin);
        return new Result(seconds, records, records / seconds, (end.cpuNanos() - begin.cpuNanos()) / 1e9,
                end.allocatedBytes() - begin.allocatedBytes(), null, null, null, null, null, null,
                null);
    }

    Result withWork(double millis) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, millis, firstRecordMillis,
                longestGapMillis, liveHeapBytes, eligibleToStarted, sentToStarted, skew);
    }

    Result withStart(double millis) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, workMillis, millis,
                longestGapMillis, liveHeapBytes, eligibleToStarted, sentToStarted, skew);
    }

    Result withLongestGap(double millis) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, workMillis,
                firstRecordMillis, millis, liveHeapBytes, eligibleToStarted, sentToStarted, skew);
    }

    Result withLiveHeap(long bytes) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, workMillis,
                firstRecordMillis, longestGapMillis, bytes, eligibleToStarted, sentToStarted, skew);
    }

    Result withLatency(@Nullable Percentiles fromEligible, Percentiles fromSent) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, workMillis,
                firstRecordMillis, longestGapMillis, liveHeapBytes, fromEligible, fromSent, skew);
    }

    Result withSkew(SkewedRates rates) {
        return new Result(seconds, records, recordsPerSecond, cpuSeconds, allocatedBytes, workMillis,
                firstRecordMillis, longestGapMillis, liveHeapBytes, eligibleToStarted, sentToStarted, rates);
    }

    /** Says it to the process that started this one. */
    public void print(PrintStream out) {
        try {
            out.println(PREFIX + JSON.writeValueAsString(this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A result is plain data", e);
        }
        out.flush();
    }

    /** @return the result that a line of a process's output holds; null if it holds none */
    public static @Nullable Result parse(String line) {
        int at = line.indexOf(PREFIX);
        if (at < 0) {
            return null;
        }
        try {
            return JSON.readValue(line.substring(at + PREFIX.length()), Result.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a result: " + line, e);
        }
    }
}
