package io.quarkiverse.parallelkafka.article;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.apache.kafka.clients.producer.ProducerRecord;

import io.quarkiverse.parallelkafka.Ordering;

/**
 * One cell of the table.
 *
 * @param channel the channel that reads the topic of the same name
 * @param ordering the channel's
 * @param partitions how many the topic has
 * @param twoKeys whether a message's key is {@code id % 2}, or else the id
 * @param atOnce how many messages run at once then
 */
record Cell(String channel, Ordering ordering, int partitions, boolean twoKeys, int atOnce) {

    static final int MESSAGES = 100;
    static final int MAX_CONCURRENCY = 2;
    static final Duration WORK = Duration.ofMillis(50);

    /**
     * All of them. With one partition, order by partition leaves one at a time; all else lets two run: two partitions,
     * two keys, or no order.
     */
    static List<Cell> all() {
        return List.of(
                new Cell("unordered-1", Ordering.UNORDERED, 1, false, 2),
                new Cell("unordered-1", Ordering.UNORDERED, 1, true, 2),
                new Cell("key-1", Ordering.KEY, 1, false, 2),
                new Cell("key-1", Ordering.KEY, 1, true, 2),
                new Cell("partition-1", Ordering.PARTITION, 1, false, 1),
                new Cell("partition-1", Ordering.PARTITION, 1, true, 1),
                new Cell("unordered-2", Ordering.UNORDERED, 2, false, 2),
                new Cell("unordered-2", Ordering.UNORDERED, 2, true, 2),
                new Cell("key-2", Ordering.KEY, 2, false, 2),
                new Cell("key-2", Ordering.KEY, 2, true, 2),
                new Cell("partition-2", Ordering.PARTITION, 2, false, 2),
                new Cell("partition-2", Ordering.PARTITION, 2, true, 2));
    }

    /** The shortest time that the messages can take. */
    Duration expected() {
        return WORK.multipliedBy(MESSAGES).dividedBy(atOnce);
    }

    /** The messages 1 to 100. Their partitions are named, so that each has half of them, and all of a key's. */
    List<ProducerRecord<byte[], byte[]>> records() {
        return IntStream.rangeClosed(1, MESSAGES).mapToObj(id -> {
            String key = Integer.toString(twoKeys ? id % 2 : id);
            return new ProducerRecord<>(channel, id % partitions, key.getBytes(UTF_8), Integer.toString(id).getBytes(UTF_8));
        }).toList();
    }

    /** Messages with the same one may not run at the same time, and run in the order in which they were sent. */
    Object orderOf(Work work) {
        return switch (ordering) {
            case KEY -> work.key();
            case PARTITION -> work.partition();
            case UNORDERED -> work.offset() + "@" + work.partition();
        };
    }

    @Override
    public String toString() {
        return "%d partition(s), %s, %s".formatted(partitions, ordering, twoKeys ? "id % 2" : "unique keys");
    }
}
