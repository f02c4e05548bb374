package io.quarkiverse.parallelkafka.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** What becomes of the measurements: files, a table, and the page in the documentation. */
final class Report {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Plan plan;
    private final List<Measurement> measurements;
    private final Medians medians;
    private final List<Goal> goals;

    Report(Plan plan, Rows rows, List<Measurement> measurements) {
        this.plan = plan;
        this.measurements = measurements;
        this.medians = new Medians(measurements);
        this.goals = new Goals(rows, medians).all();
    }

    void write() {
        try {
            Files.createDirectories(Folder.TARGET);
            JSON.writeValue(Folder.RESULTS.toFile(), measurements);
            Csv.write(Folder.CSV, measurements);
            Chart.write(Folder.CHART, medians);
            System.out.println();
            goals.stream().filter(Goal::measured).forEach(goal -> System.out.printf("%-78s %-10s %-12s %s%n",
                    goal.what(), goal.boundText(), goal.reachedText(), goal.met() ? "" : "NO"));
            System.out.println("Written: " + Folder.RESULTS + ", " + Folder.CSV + ", " + Folder.CHART);
            if (plan.writesPage()) {
                Page.update(Folder.PAGE, Environment.now(), plan, medians, goals);
                Chart.write(Folder.PAGE_CHART, medians);
                System.out.println("Updated: " + Folder.PAGE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
