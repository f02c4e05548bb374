package io.quarkiverse.parallelkafka.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.quarkiverse.parallelkafka.benchmark.Row.Kind;
import io.quarkiverse.parallelkafka.benchmark.peer.Job;
import io.quarkiverse.parallelkafka.benchmark.peer.PeerProcess;
import io.quarkiverse.parallelkafka.benchmark.peer.Result;

/** Takes one measurement after the other. */
final class Lab implements AutoCloseable {

    /** Where the work sets no limit that half of it could be. */
    private static final int LIGHT_LOAD = 5_000;

    private final Plan plan;
    private final String bootstrapServers;
    private final Topics topics;
    private final Turns inTurns;
    private int runs;

    Lab(Plan plan, String bootstrapServers) {
        this.plan = plan;
        this.bootstrapServers = bootstrapServers;
        this.topics = new Topics(bootstrapServers);
        this.inTurns = new Turns((row, run) -> start(job(row, run, topicFor(row, run), row.extras()), run));
    }

    /** @return what was found, or why nothing was: one peer that fails does not end the run */
    Measurement measure(Row row, int round) {
        String run = "run-" + ++runs;
        try {
            int turns = plan.window(row).turns();
            if (turns > 0) {
                return inTurns.measure(row, run, round, turns);
            }
            return row.kind() == Kind.JOIN
                    ? new SecondMember(this, topics, row, run).measure(round)
                    : Measurement.of(row, round, run(row, run));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        } catch (IllegalStateException e) {
            return Measurement.failed(row, round, String.valueOf(e.getMessage()));
        }
    }

    private Result run(Row row, String run) throws InterruptedException {
        Job job = job(row, run, topicFor(row, run), row.extras());
        try (Jvm process = start(job, run)) {
            if (row.kind() != Kind.LATENCY) {
                return process.await(Result::parse);
            }
            try (Sender sender = Sender.start(topics, job.topic(), row.workload(), load(row))) {
                return process.await(Result::parse);
            }
        }
    }

    /** What is sent while it is read has a topic of its own. */
    String topicFor(Row row, String run) {
        if (row.workload().records() > 0) {
            return topics.of(row.workload());
        }
        topics.create(run, row.workload().partitions());
        return run;
    }

    Job job(Row row, String group, String topic, Job.Extras extras) {
        return new Job(row.id(), row.peer(), row.engine(), row.signature(), row.ordering(), row.maxConcurrency(),
                bootstrapServers, topic, group, row.workload().records(), row.work(), plan.window(row), extras,
                row.consumer());
    }

    static int load(Row row) {
        return Double.isInfinite(row.limit()) ? LIGHT_LOAD : (int) (row.limit() / 2);
    }

    @Override
    public void close() {
        inTurns.close();
    }

    static Jvm start(Job job, String logName) {
        Path log = Folder.LOGS.resolve(logName + "-" + job.name().replaceAll("[^a-zA-Z0-9-]+", "_") + ".log");
        if (!job.peer().equals("channel")) {
            return Jvm.ofClass(Jvm.PEER_OPTIONS, log, PeerProcess.class, job.toJson());
        }
        List<String> options = new ArrayList<>(Jvm.PEER_OPTIONS);
        options.addAll(ChannelOptions.of(job));
        return Jvm.ofJar(options, log, Folder.APPLICATION);
    }
}
