package io.quarkiverse.parallelkafka.benchmark;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.benchmark.peer.Job;
import io.quarkiverse.parallelkafka.benchmark.peer.Messages;
import io.quarkiverse.parallelkafka.benchmark.peer.Result;

/**
 * Has a second member join a group whose first one is at work, and compares what both did with what there was.
 *
 * <p>
 * The load is half of what one member can do, so that nobody falls behind for another reason.
 */
final class SecondMember {

    private static final long ALONE_MILLIS = 5_000;
    private static final long TOGETHER_MILLIS = 8_000;
    private static final long DRAIN_MILLIS = 30_000;

    private final Lab lab;
    private final Topics topics;
    private final Row row;
    private final String run;

    SecondMember(Lab lab, Topics topics, Row row, String run) {
        this.lab = lab;
        this.topics = topics;
        this.row = row;
        this.run = run;
    }

    Measurement measure(int round) throws InterruptedException {
        String topic = lab.topicFor(row, run);
        Path first = offsets("first");
        Path second = offsets("second");
        Result joined;
        Map<TopicPartition, Long> sent;
        try (Jvm one = Lab.start(job(topic, first), run + "-first")) {
            try (Sender sender = Sender.start(topics, topic, row.workload(), Lab.load(row))) {
                one.await(SecondMember::firstRecord);
                Thread.sleep(ALONE_MILLIS);
                try (Jvm two = Lab.start(job(topic, second), run + "-second")) {
                    two.await(SecondMember::firstRecord);
                    Thread.sleep(TOGETHER_MILLIS);
                    sender.close();
                    sent = topics.awaitDone(topic, run, DRAIN_MILLIS);
                    two.endInput();
                    joined = two.await(Result::parse);
                }
            }
            one.endInput();
            one.await(Result::parse);
        }
        return Measurement.of(row, round, joined).joined(compare(joined.firstRecordMillis(), sent, first, second));
    }

    private static Boolean firstRecord(String line) {
        return Messages.isFirstRecord(line) ? Boolean.TRUE : null;
    }

    private Path offsets(String member) {
        try {
            return Files.createDirectories(Folder.OFFSETS).resolve(run + "-" + member).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Job job(String topic, Path offsets) {
        return lab.job(row, run, topic, new Job.Extras(false, false, false, "", offsets.toString()));
    }

    private static Measurement.Joined compare(double millis, Map<TopicPartition, Long> sent, Path... members) {
        Map<TopicPartition, Map<Long, Integer>> done = new HashMap<>();
        String topic = sent.keySet().iterator().next().topic();
        for (Path member : members) {
            read(member, topic, done);
        }
        long lost = 0;
        long duplicates = 0;
        for (Map.Entry<TopicPartition, Long> partition : sent.entrySet()) {
            Map<Long, Integer> times = done.getOrDefault(partition.getKey(), Map.of());
            lost += partition.getValue() - times.size();
            duplicates += times.values().stream().mapToLong(count -> count - 1).sum();
        }
        return new Measurement.Joined(millis, lost, duplicates);
    }

    private static void read(Path file, String topic, Map<TopicPartition, Map<Long, Integer>> done) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                TopicPartition partition = new TopicPartition(topic, in.readInt());
                done.computeIfAbsent(partition, unused -> new HashMap<>()).merge(in.readLong(), 1, Integer::sum);
            }
        } catch (EOFException e) {
            // All was read.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
