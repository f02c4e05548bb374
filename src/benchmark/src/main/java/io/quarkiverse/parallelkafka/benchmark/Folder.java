package io.quarkiverse.parallelkafka.benchmark;

import java.nio.file.Path;
import java.util.List;

/** Where things are. The benchmark runs in the project's root. */
final class Folder {

    static final Path TARGET = Path.of("src/benchmark/target");
    static final Path LOGS = TARGET.resolve("logs");
    /** Options of a JVM that say what it logs, and that it does so to its standard error. */
    static final List<String> LOGGING = List.of("-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
            "-Dlogging.configuration=" + TARGET.resolve("classes/benchmark-logging.properties").toUri());
    static final Path RESULTS = TARGET.resolve("results.json");
    static final Path CSV = TARGET.resolve("results.csv");
    static final Path CHART = TARGET.resolve("results.png");
    static final Path OFFSETS = TARGET.resolve("offsets");
    static final Path APPLICATION = Path.of("src/benchmark/application/target/quarkus-app/quarkus-run.jar");
    static final Path PAGE_CHART = Path.of("src/docs/benchmarks.png");
    static final Path PAGE = Path.of("src/docs/benchmarks.md");

    private Folder() {
    }
}
