package io.quarkiverse.parallelkafka.benchmark.peer;

/** The process that one peer is measured in. */
public final class PeerProcess {

    private PeerProcess() {
    }

    /** @param args the job */
    public static void main(String[] args) throws InterruptedException {
        Job job = Job.parse(args[0]);
        if (job.extras().offsets().isEmpty()) {
            Parent.endWithIt();
        }
        Meter meter = new Meter(job);
        peer(job.peer()).start(job, meter);
        meter.measure().print(System.out);
        // Not all peers end their threads, or not soon. No other process is in the group.
        Runtime.getRuntime().halt(0);
    }

    private static Peer peer(String name) {
        return switch (name) {
            case "plain" -> new PlainLoop();
            case "confluent-core" -> new ConfluentCore();
            case "confluent-async" -> new ConfluentAsync();
            case "engine" -> new EngineAlone();
            default -> throw new IllegalArgumentException("No peer '" + name + "'");
        };
    }
}
