package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;

/**
 * How much metadata goes with a committed offset. A broker does not tell how much it takes, its
 * {@code offset.metadata.max.bytes}, but refuses the commit: then it is half of what it was, until it is so little that
 * what one poll brings might not fit. From then on there is none, and nothing waits for there to be room.
 *
 * <p>
 * Lasts as long as the engine, over all of its consumers. Called on the poll thread only.
 */
final class MetadataRoom {

    /** Characters for the bits of {@link MetadataLimit#MOST_POLLED} offsets, and some more. */
    private static final int LEAST = 128;

    private final String channel;
    private int characters = CommitMetadata.MAX_LENGTH;

    MetadataRoom(String channel) {
        this.channel = channel;
    }

    /** 0 if there is none. */
    int characters() {
        return characters;
    }

    /** What these characters hold; 0 if there are none. */
    int bytes() {
        return CommitMetadata.bytesIn(characters);
    }

    boolean isNone() {
        return characters == 0;
    }

    /**
     * A commit was refused for the length of its metadata.
     *
     * @param longest the length of the longest that was sent
     * @return whether what is sent next is shorter
     */
    boolean becomesSmallerThan(int longest) {
        int before = characters;
        while (!isNone() && longest > 0 && characters >= longest) {
            characters = characters / 2 < LEAST ? 0 : characters / 2;
        }
        if (characters < before) {
            log.commitMetadataTooLong(channel, longest, isNone()
                    ? "none are sent from now on, so that a restart repeats what is done beyond the first record that is not"
                    : "at most " + characters + " are sent from now on");
        }
        return characters < longest;
    }
}
