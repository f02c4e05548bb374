package io.quarkiverse.parallelkafka.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.quarkiverse.parallelkafka.benchmark.peer.QuietLogging;

/**
 * Measures this connector and its peers side by side: one broker, every peer in a process of its own, all rows once in
 * every round.
 */
public final class Benchmark {

    private Benchmark() {
    }

    /** @param arguments see {@link Plan} */
    public static void main(String[] arguments) {
        // What is sent while it is read is sent from here, and nothing was measured yet.
        QuietLogging.check();
        Plan plan;
        try {
            plan = Plan.of(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Rows rows = plan.rows();
        List<Measurement> measurements = measure(plan, plan.chosen(rows));
        new Report(plan, rows, measurements).write();
    }

    private static List<Measurement> measure(Plan plan, List<Row> chosen) {
        List<Measurement> measurements = new ArrayList<>();
        try (Broker broker = Broker.start(); Lab lab = new Lab(plan, broker.bootstrapServers())) {
            for (int round = 1; round <= plan.rounds(); round++) {
                System.out.printf("Round %d of %d%n", round, plan.rounds());
                // To and fro, so that a machine that gets slower or faster does so for all.
                for (Row row : round % 2 == 1 ? chosen : reversed(chosen)) {
                    Measurement measurement = lab.measure(row, round);
                    System.out.println("  " + Table.line(measurement));
                    measurements.add(measurement);
                }
            }
        }
        return measurements;
    }

    private static List<Row> reversed(List<Row> rows) {
        List<Row> reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);
        return reversed;
    }
}
