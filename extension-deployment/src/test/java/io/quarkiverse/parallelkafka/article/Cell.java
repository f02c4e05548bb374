package io.quarkiverse.parallelkafka.article;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.apache.kafka.clients.producer.ProducerRecord;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * One cell of the table.
 *
 * @param partitions how many the topic has
 * @param ordering the channel's
 * @param twoKeys whether a message's key is {@code id % 2}, or else the id
 */
record Cell(int partitions, Ordering ordering, boolean twoKeys) {

    static final int MESSAGES = 100;
    static final int MAX_CONCURRENCY = 2;
    static final Duration WORK = Duration.ofMillis(50);

    /** The name of the channel, and of its topic: both keys of a row share them. */
    String channel() {
        return ordering.name().toLowerCase(Locale.ROOT) + "-" + partitions;
    }

    /** The messages 1 to 100. Their partitions are named, so that each has half of them, and all of a key's. */
    List<ProducerRecord<byte[], byte[]>> records() {
        return IntStream.rangeClosed(1, MESSAGES).mapToObj(id -> {
            String key = Integer.toString(twoKeys ? id % 2 : id);
            return new ProducerRecord<>(channel(), id % partitions, key.getBytes(UTF_8),
                    Integer.toString(id).getBytes(UTF_8));
        }).toList();
    }

    /** Messages with the same one may not run at the same time, and run in the order in which they were sent. */
    Object orderOf(Work work) {
        return switch (ordering) {
            case KEY -> work.key();
            case PARTITION -> work.partition();
            case UNORDERED -> work;
        };
    }
}
