package io.quarkiverse.parallelkafka.health;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.PartitionSnapshot;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.Incomplete;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

/** What keeps a channel from working, in words for those who run it. */
final class Wording {

    private Wording() {
    }

    static String of(Throwable fault) {
        return "can't fetch or commit at present, and goes on trying: " + chain(fault);
    }

    /**
     * A failure and what caused it. Only Kafka's messages are shown: another's, such as a login's, may quote what is not
     * for everybody who may look at an application's health.
     */
    private static String chain(Throwable failure) {
        Class<?> type = failure.getClass();
        String message = type.getName().startsWith("org.apache.kafka.") ? failure.getMessage() : null;
        String name = message == null ? type.getName() : type.getSimpleName() + ": " + message.strip();
        return failure.getCause() == null ? name : name + ", because of " + chain(failure.getCause());
    }

    static String of(PauseReason reason, List<PartitionSnapshot> paused) {
        return "; paused, as " + switch (reason) {
            case WAITING -> "enough records wait for their turn: ";
            case HELD_UP -> "too many records wait for a retry, or behind another record of their key: ";
            case BYTES -> "the records of the channel are as many bytes as they may be: ";
            case COMMIT_METADATA -> "what is done beyond the oldest record at work fits no more into a commit: ";
            case STOPPING -> "the engine stops: ";
        } + paused.stream()
                .map(partition -> partition.partition() + oldest(partition.oldest()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String oldest(@Nullable Incomplete oldest) {
        return oldest == null
                ? ""
                : " (oldest: offset %d, for %d s, attempt %d)".formatted(oldest.offset(), oldest.age().toSeconds(),
                        oldest.attempt());
    }
}
