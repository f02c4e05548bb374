package io.quarkiverse.parallelkafka.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.quarkiverse.parallelkafka.benchmark.peer.Job;

/**
 * How the application is told at its start which one of its channels to run, and how.
 *
 * <p>
 * All channels are enabled when it is built, and all but one disabled when it starts: a channel that is disabled when the
 * application is built gets no worker thread for a plain {@code void} method, which would then run on the event loop.
 */
final class ChannelOptions {

    private static final int MORE_THREADS = 8;

    /** What the names of a connector's channels begin with. */
    private static final Map<String, String> CHANNELS = Map.of(Rows.SMALLRYE, "smallrye-", Rows.PARALLEL, "parallel-",
            Rows.IN_PROCESS, "in-process-");

    private ChannelOptions() {
    }

    static List<String> of(Job job) {
        String connector = job.engine().split("/")[0];
        List<String> options = new ArrayList<>();
        options.add("-Dbenchmark.job=" + job.toJson());
        options.add("-Dkafka.bootstrap.servers=" + job.bootstrapServers());
        // A blocking method has a thread for each record in flight, and the rest of the application some more.
        options.add("-Dquarkus.thread-pool.max-threads=" + (job.maxConcurrency() + MORE_THREADS));
        String chosen = CHANNELS.getOrDefault(connector, "") + job.signature();
        for (String signature : Rows.SIGNATURES) {
            for (String prefix : CHANNELS.values()) {
                String channel = prefix + signature;
                if (!channel.equals(chosen)) {
                    options.add("-Dmp.messaging.incoming." + channel + ".enabled=false");
                }
            }
        }
        if (!CHANNELS.containsKey(connector)) {
            return options;
        }
        attributes(job, connector).forEach(
                attribute -> options.add("-Dmp.messaging.incoming." + chosen + "." + attribute));
        job.consumer()
                .forEach((name, value) -> options.add("-Dmp.messaging.incoming." + chosen + "." + name + "=" + value));
        return options;
    }

    private static List<String> attributes(Job job, String connector) {
        if (connector.equals(Rows.IN_PROCESS)) {
            return List.of("concurrency=" + job.maxConcurrency());
        }
        List<String> attributes = new ArrayList<>(List.of("topic=" + job.topic(), "group.id=" + job.group(),
                "auto.offset.reset=earliest"));
        if (connector.equals(Rows.PARALLEL)) {
            attributes.add("engine=" + job.engine().split("/")[1]);
            attributes.add("ordering=" + job.ordering());
            attributes.add("max-concurrency=" + job.maxConcurrency());
        } else if (!job.ordering().isEmpty()) {
            attributes.add("throttled.ordered=" + job.ordering());
            attributes.add("throttled.ordered.max-concurrency=" + job.maxConcurrency());
        }
        return attributes;
    }
}
