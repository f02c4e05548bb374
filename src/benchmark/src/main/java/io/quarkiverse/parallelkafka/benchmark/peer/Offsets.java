package io.quarkiverse.parallelkafka.benchmark.peer;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Remembers every record that was done, so that what several members did can be compared with what there was. */
final class Offsets {

    private record Done(int partition, long offset) {
    }

    private final Path file;
    private final Queue<Done> done = new ConcurrentLinkedQueue<>();

    Offsets(String file) {
        this.file = Path.of(file);
    }

    void done(ConsumerRecord<?, ?> work) {
        done.add(new Done(work.partition(), work.offset()));
    }

    /** Writes pairs of an int, the partition, and a long, the offset. */
    void write() {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Done each : done) {
                out.writeInt(each.partition());
                out.writeLong(each.offset());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
