package io.quarkiverse.parallelkafka.benchmark;

import static io.quarkiverse.parallelkafka.benchmark.Rows.BUILT_IN;
import static io.quarkiverse.parallelkafka.benchmark.Rows.PARALLEL;
import static io.quarkiverse.parallelkafka.benchmark.Rows.SMALLRYE;
import static io.quarkiverse.parallelkafka.benchmark.Rows.sleep;
import static io.quarkiverse.parallelkafka.benchmark.Rows.timer;
import static io.quarkiverse.parallelkafka.benchmark.Rows.work;
import static io.quarkiverse.parallelkafka.benchmark.peer.Work.NOTHING;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.quarkiverse.parallelkafka.benchmark.Row.Kind;

/** What the built-in engine and the channels on it have to reach, as ratios within one run. */
final class Goals {

    private static final String DEFAULT_ENGINE = PARALLEL + "/" + BUILT_IN;

    private final Rows rows;
    private final Medians medians;

    Goals(Rows rows, Medians medians) {
        this.rows = rows;
        this.medians = medians;
    }

    List<Goal> all() {
        List<Goal> goals = new ArrayList<>();
        nothingDone(goals);
        waiting(goals);
        skew(goals);
        channels(goals);
        rest(goals);
        return goals;
    }

    private void nothingDone(List<Goal> goals) {
        Row key = rows.engine(BUILT_IN, "key", 16, rows.eight, NOTHING);
        goals.add(Goal.atLeast("key, nothing done, over Confluent core", 10,
                ratio(key, rows.core("", "key", 16, rows.eight, NOTHING))));
        goals.add(Goal.atLeast("key, nothing done, over the plain loop, 8 partitions", 0.8,
                overPlain(key)));
        goals.add(Goal.atLeast("key, nothing done, over the plain loop, 1 partition", 0.75,
                overPlain(rows.engine(BUILT_IN, "key", 16, rows.one, NOTHING))));
        goals.add(Goal.atLeast("unordered, nothing done, over the plain loop, 8 partitions", 0.85,
                overPlain(rows.engine(BUILT_IN, "unordered", 16, rows.eight, NOTHING))));
        goals.add(Goal.atLeast("partition, nothing done, over the plain loop, 8 partitions", 0.75,
                overPlain(rows.engine(BUILT_IN, "partition", 16, rows.eight, NOTHING))));
    }

    private void waiting(List<Goal> goals) {
        goals.add(Goal.atLeast("key, 10 ms without a thread, 100 in flight, of the limit", 0.98,
                share(rows.engine(BUILT_IN, "key", 100, rows.eight, timer(10)))));
        goals.add(Goal.atLeast("key, 10 ms without a thread, 1000 in flight, of the limit", 0.90,
                share(rows.engine(BUILT_IN, "key", 1000, rows.eight, timer(10)))));
    }

    /** A thread that sleeps for 1 ms wakes later: what the skew allows is told by how long the work really took. */
    private void skew(List<Goal> goals) {
        for (Map.Entry<String, Row> each : Map.of(
                "1 ms, 16 in flight", rows.engine(BUILT_IN, "key", 16, rows.hotKey, sleep(1)),
                "10 ms, 100 in flight", rows.engine(BUILT_IN, "key", 100, rows.hotKey, timer(10))).entrySet()) {
            Row hot = each.getValue().of(Kind.SKEW);
            Row even = rows.engine(BUILT_IN, "key", hot.maxConcurrency(), rows.eight, hot.work()).of(Kind.SKEW);
            String what = "20 % on one key, " + each.getKey();
            goals.add(Goal.atLeast(what + ": the hot key, of one after the other", 0.95, medians.of(hot,
                    measured -> measured.skew().hotKey() * measured.actualWorkMs() / 1000)));
            goals.add(Goal.atLeast(what + ": all records, of the limit", 0.95,
                    medians.of(hot, Measurement::shareOfActualLimit)));
            goals.add(Goal.atLeast(what + ": the other partitions, over themselves without it", 0.95,
                    medians.of(hot, measured -> measured.skew().otherPartitions())
                            / medians.of(even, measured -> measured.skew().otherPartitions())));
        }
    }

    private void channels(List<Goal> goals) {
        for (String signature : Rows.SIGNATURES) {
            goals.add(Goal.atLeast("channel, nothing done, `" + signature + "`, over smallrye-kafka",
                    signature.equals("blocking-unordered") ? 1.5 : 2,
                    ratio(rows.channel(DEFAULT_ENGINE, signature, "key", 16, rows.eight, NOTHING),
                            rows.channel(SMALLRYE, signature, "", 16, rows.eight, NOTHING))));
        }
        for (String signature : Rows.SIGNATURES) {
            goals.add(Goal.atLeast("channel, 10 ms, 100 in flight, `" + signature + "`, of the limit", 0.95,
                    share(rows.channel(DEFAULT_ENGINE, signature, "key", 100, rows.eight, work(signature, 10)))));
        }
    }

    private void rest(List<Goal> goals) {
        goals.add(Goal.atMost("eligible to started at half load, p99", 2,
                medians.of(rows.engine(BUILT_IN, "key", 100, rows.live, timer(10)).of(Kind.LATENCY), Measurement::p99),
                " ms"));
        goals.add(Goal.atMost("live heap, 1M keys over 1k keys, all done", 1.1,
                heap(rows.heapManyKeys) / heap(rows.heapFewKeys), ""));
        Row nothing = rows.channel("none", "uni", "", 16, rows.live, NOTHING).of(Kind.IDLE);
        Row idle = rows.channel(DEFAULT_ENGINE, "uni", "key", 16, rows.live, NOTHING).of(Kind.IDLE);
        goals.add(Goal.atMost("an idle channel, above an application without one", 1,
                100 * (medians.of(idle, Measurement::cpuShare) - medians.of(nothing, Measurement::cpuShare)),
                " % of a core"));
        Rows.PROTOCOLS.keySet().forEach(protocol -> join(goals, protocol));
    }

    private void join(List<Goal> goals, String protocol) {
        Row row = rows.joining(BUILT_IN, protocol);
        String what = "a second member joins, " + protocol;
        goals.add(
                Goal.atMost(what + ": it works after", 5, medians.of(row, measured -> measured.joined().millis() / 1e3),
                        " s"));
        goals.add(Goal.atMost(what + ": lost", 0, medians.of(row, measured -> (double) measured.joined().lost()), ""));
        goals.add(Goal.atMost(what + ": duplicates", row.maxConcurrency(),
                medians.of(row, measured -> (double) measured.joined().duplicates()), ""));
    }

    private double heap(Workload workload) {
        return medians.of(rows.engine(BUILT_IN, "key", 16, workload, NOTHING).of(Kind.HEAP),
                measured -> (double) measured.liveHeapBytes());
    }

    private double ratio(Row of, Row over) {
        return medians.rate(of) / medians.rate(over);
    }

    private double overPlain(Row row) {
        return medians.of(row, Measurement::overPlain);
    }

    private double share(Row row) {
        return medians.of(row, Measurement::shareOfLimit);
    }
}
