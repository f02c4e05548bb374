package io.quarkiverse.parallelkafka.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.quarkiverse.parallelkafka.benchmark.peer.Messages;
import io.quarkiverse.parallelkafka.benchmark.peer.Result;

/**
 * Measures a peer and the plain loop in turns of some seconds each, both of them warm: a machine that becomes slower or
 * faster does so for both, and their ratio stays. The plain loop's process is kept for all rows on its topic.
 */
final class Turns implements AutoCloseable {

    private final BiFunction<Row, String, Jvm> starter;
    private final Map<Workload, Jvm> plainLoops = new HashMap<>();

    /** @param starter starts a row's process, given the name of its run */
    Turns(BiFunction<Row, String, Jvm> starter) {
        this.starter = starter;
    }

    Measurement measure(Row row, String run, int round, int turns) {
        Jvm plain = plainLoops.computeIfAbsent(row.workload(),
                workload -> warm(Rows.plain(workload), "plain-" + workload.name()));
        if (row.id().equals(Rows.plain(row.workload()).id())) {
            List<Result> results = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                results.add(turnOf(plain));
            }
            return Measurement.of(row, round, middle(results));
        }
        try (Jvm peer = warm(row, run)) {
            List<Result> results = new ArrayList<>();
            double[] ratios = new double[turns];
            for (int turn = 0; turn < turns; turn++) {
                double physical = turnOf(plain).recordsPerSecond();
                Result result = turnOf(peer);
                results.add(result);
                ratios[turn] = result.recordsPerSecond() / physical;
            }
            Arrays.sort(ratios);
            return Measurement.of(row, round, middle(results)).overPlain(ratios[turns / 2]);
        }
    }

    private Jvm warm(Row row, String run) {
        Jvm process = starter.apply(row, run);
        process.await(line -> Messages.isWarm(line) ? Boolean.TRUE : null);
        return process;
    }

    private static Result turnOf(Jvm process) {
        process.tell();
        return process.await(Result::parse);
    }

    private static Result middle(List<Result> results) {
        return results.stream().sorted(Comparator.comparingDouble(Result::recordsPerSecond)).toList()
                .get(results.size() / 2);
    }

    @Override
    public void close() {
        plainLoops.values().forEach(Jvm::close);
    }
}
