package io.quarkiverse.parallelkafka.benchmark.peer;

/** The process that one peer is measured in. */
public final class PeerProcess {

    private PeerProcess() {
    }

    /** @param args the job */
    public static void main(String[] args) throws InterruptedException {
        QuietLogging.check();
        Job job = Job.parse(args[0]);
        if (job.extras().offsets().isEmpty() && job.window().turns() == 0) {
            Parent.endWithIt();
        }
        Peer peer = peer(job.peer());
        if (job.window().turns() > 0) {
            takeTurns(peer, job);
        } else {
            Meter meter = new Meter(job);
            peer.start(job, meter);
            meter.measure().print(System.out);
        }
        // Not all peers end their threads, or not soon. No other process is in the group.
        Runtime.getRuntime().halt(0);
    }

    /** Is measured whenever the process that started this one says so: another one has its turn in between. */
    private static void takeTurns(Peer peer, Job job) throws InterruptedException {
        WarmUp.run(peer, job);
        Messages.warm(System.out);
        for (int turn = 1; Parent.awaitTurn(); turn++) {
            Job mine = job.inGroup(job.group() + "-turn-" + turn);
            Meter meter = new Meter(mine);
            Result result;
            try (Peer.Running running = peer.start(mine, meter)) {
                result = meter.measure();
            }
            result.print(System.out);
        }
    }

    private static Peer peer(String name) {
        return switch (name) {
            case "plain" -> new PlainLoop();
            case "hand-over" -> new HandOver();
            case "confluent-core" -> new ConfluentCore();
            case "confluent-async" -> new ConfluentAsync();
            case "engine" -> new EngineAlone();
            default -> throw new IllegalArgumentException("No peer '" + name + "'");
        };
    }
}
