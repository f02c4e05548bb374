package io.quarkiverse.parallelkafka.benchmark;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;

/**
 * The records of one topic: values of 200 bytes, keys at random, from a fixed seed.
 *
 * @param name what tables call it; the topic's name, too
 * @param partitions of the topic
 * @param keys how many different keys there are
 * @param records how many records there are; 0 where they are sent while a peer reads
 * @param hotPercent how many of a hundred records have one and the same key, which is in partition 0
 */
record Workload(String name, int partitions, int keys, long records, int hotPercent) {

    static final String HOT_KEY = "hot";
    private static final int VALUE_LENGTH = 200;
    private static final String FILLER = "x".repeat(VALUE_LENGTH);

    /** A record: to which partition, with which key. */
    record Target(int partition, byte[] key) {
    }

    Target next(SplittableRandom random) {
        if (hotPercent > 0 && random.nextInt(100) < hotPercent) {
            return new Target(0, HOT_KEY.getBytes(US_ASCII));
        }
        int key = random.nextInt(keys);
        return new Target(key % partitions, ("key-" + key).getBytes(US_ASCII));
    }

    /** @return text of the usual length that begins with the given one and a blank */
    static byte[] value(String beginning) {
        return (beginning + ' ' + FILLER.substring(beginning.length() + 1)).getBytes(US_ASCII);
    }
}
