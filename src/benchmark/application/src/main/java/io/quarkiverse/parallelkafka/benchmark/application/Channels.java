package io.quarkiverse.parallelkafka.benchmark.application;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.annotations.Blocking;

/** Each signature once for each connector. One channel runs; the others are disabled when the process starts. */
@ApplicationScoped
class Channels {

    private final Measured measured;

    Channels(Measured measured) {
        this.measured = measured;
    }

    @Incoming("smallrye-void")
    void onSmallRye(String value) {
        measured.block(value);
    }

    @Incoming("parallel-void")
    void onParallel(String value) {
        measured.block(value);
    }

    @Incoming("smallrye-uni")
    Uni<Void> uniOnSmallRye(String value) {
        return measured.later(value);
    }

    @Incoming("in-process-void")
    void inProcess(String value) {
        measured.block(value);
    }

    @Incoming("parallel-uni")
    Uni<Void> uniOnParallel(String value) {
        return measured.later(value);
    }

    @Incoming("smallrye-blocking-unordered")
    @Blocking(ordered = false)
    void unorderedOnSmallRye(String value) {
        measured.block(value);
    }

    @Incoming("in-process-uni")
    Uni<Void> uniInProcess(String value) {
        return measured.later(value);
    }

    @Incoming("in-process-blocking-unordered")
    @Blocking(ordered = false)
    void unorderedInProcess(String value) {
        measured.block(value);
    }

    @Incoming("parallel-blocking-unordered")
    @Blocking(ordered = false)
    void unorderedOnParallel(String value) {
        measured.block(value);
    }
}
