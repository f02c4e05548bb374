package io.quarkiverse.parallelkafka.benchmark.peer;

/** The process that one peer is measured in. */
public final class PeerProcess {

    private PeerProcess() {
    }

    /** @param args the job */
    public static void main(String[] args) throws InterruptedException {
        QuietLogging.check();
        Job job = Job.parse(args[0]);
        if (job.extras().offsets().isEmpty()) {
            Parent.endWithIt();
        }
        Peer peer = peer(job.peer());
        warmUp(peer, job);
        Meter meter = new Meter(job);
        peer.start(job, meter);
        meter.measure().print(System.out);
        // Not all peers end their threads, or not soon. No other process is in the group.
        Runtime.getRuntime().halt(0);
    }

    /** Has the peer read the topic, as often as there is time for, so that the compiler is done before anything counts. */
    private static void warmUp(Peer peer, Job job) throws InterruptedException {
        long end = System.nanoTime() + job.window().firstRoundMillis() * 1_000_000;
        for (int i = 1; System.nanoTime() < end; i++) {
            Job again = job.inGroup(job.group() + "-warm-up-" + i);
            Meter unused = new Meter(again);
            try (Peer.Running running = peer.start(again, unused)) {
                unused.awaitWholeTopic(end);
            }
        }
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
