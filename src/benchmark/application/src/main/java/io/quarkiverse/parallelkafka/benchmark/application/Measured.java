package io.quarkiverse.parallelkafka.benchmark.application;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkiverse.parallelkafka.benchmark.peer.Job;
import io.quarkiverse.parallelkafka.benchmark.peer.Meter;
import io.quarkiverse.parallelkafka.benchmark.peer.Parent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;

/** The work of all channels, and the meter that watches it. */
@ApplicationScoped
class Measured {

    private final Meter meter;

    Measured(@ConfigProperty(name = "benchmark.job") String json) {
        this.meter = new Meter(Job.parse(json));
    }

    /** Measures beside the channels, says what it found, and ends the process. */
    void start(@Observes StartupEvent event) {
        Parent.endWithIt();
        new Thread(() -> {
            try {
                meter.measure().print(System.out);
                Runtime.getRuntime().halt(0);
            } catch (InterruptedException | RuntimeException e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }, "benchmark-meter").start();
    }

    void block(String value) {
        meter.started(value);
        meter.block();
        meter.done();
    }

    Uni<Void> later(String value) {
        meter.started(value);
        return Uni.createFrom().emitter(emitter -> meter.later(() -> {
            meter.done();
            emitter.complete(null);
        }));
    }
}
