package io.quarkiverse.parallelkafka.benchmark;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonProperty;

import io.quarkiverse.parallelkafka.benchmark.peer.Result;
import io.quarkiverse.parallelkafka.benchmark.peer.Result.Percentiles;

/**
 * What one peer reached in one round: an entry of {@code results.json}. What was not measured is null.
 *
 * @param row the row's name
 * @param round from 1
 * @param workMs what one record takes; 0 for nothing done
 * @param overPlain records a second, over those of the plain loop in the turn before
 * @param shareOfLimit records a second, as a share of {@code maxConcurrency / workMs}
 * @param actualWorkMs what the work on a record took: a sleeping thread wakes late
 * @param shareOfActualLimit records a second, as a share of {@code maxConcurrency / actualWorkMs}
 * @param cpuSecondsPerMillion CPU time of the whole process for a million records
 * @param cpuShare CPU time of the whole process, as a share of one core
 * @param p50 ms from eligible to started, like the two after it
 * @param sentToStarted the same from when the record was sent
 * @param error why there is no result
 */
record Measurement(String row, String kind, String peer, String engine, String signature, String ordering,
        int maxConcurrency, int partitions, int keys, String work, int workMs, int round, double recordsPerSecond,
        @Nullable Double overPlain, @Nullable Double shareOfLimit, @Nullable Double actualWorkMs,
        @Nullable Double shareOfActualLimit,
        @Nullable Double cpuSecondsPerMillion, double cpuShare,
        @Nullable Double allocatedBytesPerRecord, @Nullable Double p50, @Nullable Double p99,
        @JsonProperty("p99.9") @Nullable Double p999,
        @Nullable Percentiles sentToStarted, @Nullable Long liveHeapBytes, Result.@Nullable SkewedRates skew,
        @Nullable Joined joined, @Nullable Double firstRecordMs, @Nullable Double longestGapMs, double measuredSeconds,
        @Nullable String error) {

    static Measurement of(Row row, int round, Result result) {
        boolean any = result.records() > 0;
        Percentiles waited = result.eligibleToStarted();
        return new Measurement(row.id(), row.kind().name(), row.peer(), row.engine(), row.signature(), row.ordering(),
                row.maxConcurrency(), row.workload().partitions(), row.workload().keys(), row.work().toString(),
                row.work().millis(), round, result.recordsPerSecond(), null,
                row.work().millis() == 0 ? null : result.recordsPerSecond() / row.limit(),
                result.workMillis(), shareOfActualLimit(row, result),
                any ? result.cpuSeconds() * 1e6 / result.records() : null,
                result.cpuSeconds() / result.seconds(),
                any ? (double) result.allocatedBytes() / result.records() : null,
                waited == null ? null : waited.p50(), waited == null ? null : waited.p99(),
                waited == null ? null : waited.p999(), result.sentToStarted(), result.liveHeapBytes(), result.skew(),
                null,
                result.firstRecordMillis(), result.longestGapMillis(), result.seconds(), null);
    }

    static Measurement failed(Row row, int round, String error) {
        return new Measurement(row.id(), row.kind().name(), row.peer(), row.engine(), row.signature(), row.ordering(),
                row.maxConcurrency(), row.workload().partitions(), row.workload().keys(), row.work().toString(),
                row.work().millis(), round, 0, null, null, null, null, null, 0, null, null, null, null, null, null,
                null,
                null, null,
                null, 0, error);
    }

    private static @Nullable Double shareOfActualLimit(Row row, Result result) {
        Double millis = result.workMillis();
        return millis == null || millis == 0 ? null : result.recordsPerSecond() * millis / 1000 / row.maxConcurrency();
    }

    Measurement joined(Joined how) {
        return new Measurement(row, kind, peer, engine, signature, ordering, maxConcurrency, partitions, keys, work,
                workMs, round, recordsPerSecond, overPlain, shareOfLimit, actualWorkMs, shareOfActualLimit,
                cpuSecondsPerMillion,
                cpuShare, allocatedBytesPerRecord, p50, p99, p999, sentToStarted, liveHeapBytes, skew, how,
                firstRecordMs, longestGapMs, measuredSeconds, error);
    }

    Measurement overPlain(double ratio) {
        return new Measurement(row, kind, peer, engine, signature, ordering, maxConcurrency, partitions, keys, work,
                workMs, round, recordsPerSecond, ratio, shareOfLimit, actualWorkMs, shareOfActualLimit,
                cpuSecondsPerMillion, cpuShare, allocatedBytesPerRecord, p50, p99, p999, sentToStarted, liveHeapBytes,
                skew, joined, firstRecordMs, longestGapMs, measuredSeconds, error);
    }

    /**
     * A second member of the group came while the first was at work.
     *
     * @param millis from its start, without the JVM's, to its first record that was done
     * @param lost records that neither did
     * @param duplicates how often a record was done again
     */
    record Joined(double millis, long lost, long duplicates) {
    }
}
