package io.quarkiverse.parallelkafka.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.quarkiverse.parallelkafka.benchmark.peer.Job;
import io.quarkiverse.parallelkafka.benchmark.peer.Work;

/**
 * One row of the table: a peer and what it is measured with.
 *
 * @param peer {@code plain}, {@code confluent-core}, {@code confluent-async}, {@code engine} or {@code channel}
 * @param engine the engine or connector of a peer that has several, else empty
 * @param signature the method of a channel, else empty
 * @param ordering what order it keeps
 * @param maxConcurrency how many records may be in flight
 * @param workload what it reads
 * @param work what it does with each record
 * @param kind what is measured
 * @param variant what else is special, else empty
 * @param consumer properties of the consumer that are not the client's defaults
 * @param main whether a quick run has it
 */
record Row(String peer, String engine, String signature, String ordering, int maxConcurrency, Workload workload,
        Work work, Kind kind, String variant, Map<String, String> consumer, boolean main) {

    /** What is measured. */
    enum Kind {
        /** Records a second and what they cost. */
        THROUGHPUT,
        /** The same, with the hot key and the other partitions apart. */
        SKEW,
        /** How long a record waits that could start, at half of what the work allows. */
        LATENCY,
        /** What is on the heap after the whole topic. */
        HEAP,
        /** What it costs to have nothing to do. */
        IDLE,
        /** How long it takes until a second member of the group works. */
        JOIN
    }

    /** @return how tables and {@code --only} name the row */
    String id() {
        String shown = engine.isEmpty() ? peer : peer + ":" + engine;
        return Arrays.asList(kind == Kind.THROUGHPUT ? "" : kind.name().toLowerCase(Locale.ROOT), shown,
                signature, parallelism(), workload.name(),
                work.toString(), variant)
                .stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    private String parallelism() {
        return peer.equals("plain")
                ? ""
                : ordering.isEmpty() ? "max-" + maxConcurrency : ordering + "-" + maxConcurrency;
    }

    /** @return records a second that the work allows; infinite if there is none */
    double limit() {
        return work.millis() == 0 ? Double.POSITIVE_INFINITY : maxConcurrency * 1000.0 / work.millis();
    }

    Job.Extras extras() {
        return new Job.Extras(kind == Kind.LATENCY, kind == Kind.HEAP, kind == Kind.IDLE,
                kind == Kind.SKEW && workload.hotPercent() > 0 ? Workload.HOT_KEY : kind == Kind.SKEW ? "none" : "",
                "");
    }

    Row of(Kind other) {
        return new Row(peer, engine, signature, ordering, maxConcurrency, workload, work, other, variant, consumer,
                main);
    }

    Row withConsumer(String name, Map<String, String> properties) {
        return new Row(peer, engine, signature, ordering, maxConcurrency, workload, work, kind, name, properties, main);
    }

    Row inQuickRun() {
        return inQuickRun(true);
    }

    Row inQuickRun(boolean whether) {
        return new Row(peer, engine, signature, ordering, maxConcurrency, workload, work, kind, variant, consumer,
                whether);
    }
}
