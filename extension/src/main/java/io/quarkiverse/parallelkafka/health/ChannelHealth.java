package io.quarkiverse.parallelkafka.health;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;
import io.smallrye.reactive.messaging.health.HealthReport.ChannelInfo;

/**
 * The health of one channel, read from what its engine was doing at one moment.
 *
 * @param channel the channel's name
 * @param snapshot what its engine was doing
 */
public record ChannelHealth(String channel, EngineSnapshot snapshot) {

    /** @return not alive once the engine has failed: only a restart helps */
    public ChannelInfo liveness() {
        Throwable failure = snapshot.failure();
        return failure == null
                ? new ChannelInfo(channel, true)
                : new ChannelInfo(channel, false, "the engine failed: " + failure);
    }

    /** @return started once the consumer has an assignment, which may be empty */
    public ChannelInfo startup() {
        return snapshot.joined()
                ? new ChannelInfo(channel, true)
                : new ChannelInfo(channel, false, notJoined());
    }

    /**
     * @return ready while the channel takes records, or would if there were any, or if what paused a partition had passed;
     *         not while a fault keeps it from fetching or committing
     */
    public ChannelInfo readiness() {
        if (snapshot.state() != State.RUNNING) {
            return new ChannelInfo(channel, false, "the engine is " + snapshot.state());
        }
        Throwable fault = snapshot.fault();
        if (fault != null) {
            return new ChannelInfo(channel, false, Wording.of(fault));
        }
        if (!snapshot.joined()) {
            return new ChannelInfo(channel, false, notJoined());
        }
        if (!snapshot.connected()) {
            return new ChannelInfo(channel, false, "no connection to a broker");
        }
        return new ChannelInfo(channel, true, assignment());
    }

    private String notJoined() {
        Throwable fault = snapshot.fault();
        if (fault != null) {
            return Wording.of(fault);
        }
        return snapshot.connected()
                ? "not a member of the group yet: the group has not answered, as when it waits for another member"
                : "no connection to a broker yet";
    }

    private String paused() {
        return Stream.of(PauseReason.values())
                .filter(reason -> !snapshot.pausedFor(reason).isEmpty())
                .map(reason -> Wording.of(reason, snapshot.pausedFor(reason)))
                .collect(Collectors.joining());
    }

    private String assignment() {
        List<String> partitions = snapshot.assigned().stream().map(Object::toString).sorted().toList();
        return partitions.isEmpty() ? noPartition() : "reads " + String.join(", ", partitions) + paused();
    }

    private String noPartition() {
        return snapshot.rebalancing()
                ? "no partition at present: a rebalance is not over, as when the group waits for another member"
                : "no partition assigned: the topic is missing, the group has more members than partitions, or another"
                        + " member has not let go of its partitions yet";
    }
}
