package io.quarkiverse.parallelkafka.benchmark;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** The middle of what a row reached in all rounds. A round that failed does not count. */
final class Medians {

    private final Map<String, List<Measurement>> byRow;

    Medians(List<Measurement> measurements) {
        byRow = measurements.stream().filter(measurement -> measurement.error() == null)
                .collect(Collectors.groupingBy(Measurement::row, LinkedHashMap::new, Collectors.toList()));
    }

    Set<String> rows() {
        return byRow.keySet();
    }

    /** @return any of the row's measurements, for what is the same in all of them */
    Measurement any(String row) {
        return byRow.get(row).get(0);
    }

    /** @return NaN if there is none */
    double of(Row row, Function<Measurement, @Nullable Double> figure) {
        return of(row.id(), figure);
    }

    double of(String row, Function<Measurement, @Nullable Double> figure) {
        double[] sorted = byRow.getOrDefault(row, List.of()).stream().map(figure).filter(value -> value != null)
                .mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : middle(sorted);
    }

    /** @return the lowest and the highest rate */
    double[] spread(String row) {
        double[] rates = byRow.get(row).stream().mapToDouble(Measurement::recordsPerSecond).sorted().toArray();
        return new double[]{rates[0], rates[rates.length - 1]};
    }

    double rate(Row row) {
        return of(row, Measurement::recordsPerSecond);
    }

    private static double middle(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[half]
                : Arrays.stream(sorted, half - 1, half + 1).average().orElseThrow();
    }
}
