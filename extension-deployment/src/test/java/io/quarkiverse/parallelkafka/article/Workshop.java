package io.quarkiverse.parallelkafka.article;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

import io.smallrye.mutiny.Uni;

/** Does the work on messages, whatever their channel is, and notes when. */
@ApplicationScoped
public class Workshop {

    private final CopyOnWriteArrayList<Work> done = new CopyOnWriteArrayList<>();

    @Incoming("unordered-1")
    Uni<Void> unordered1(ConsumerRecord<String, String> record) {
        return work(record);
    }

    @Incoming("unordered-2")
    Uni<Void> unordered2(ConsumerRecord<String, String> record) {
        return work(record);
    }

    @Incoming("key-1")
    Uni<Void> key1(ConsumerRecord<String, String> record) {
        return work(record);
    }

    @Incoming("key-2")
    Uni<Void> key2(ConsumerRecord<String, String> record) {
        return work(record);
    }

    @Incoming("partition-1")
    Uni<Void> partition1(ConsumerRecord<String, String> record) {
        return work(record);
    }

    @Incoming("partition-2")
    Uni<Void> partition2(ConsumerRecord<String, String> record) {
        return work(record);
    }

    private Uni<Void> work(ConsumerRecord<String, String> record) {
        long start = System.nanoTime();
        return Uni.createFrom().voidItem().onItem().delayIt().by(Cell.WORK)
                .invoke(() -> done.add(
                        new Work(record.key(), record.partition(), record.offset(), start, System.nanoTime())));
    }

    /** What was done since the last {@link #clear}. */
    List<Work> done() {
        return List.copyOf(done);
    }

    void clear() {
        done.clear();
    }
}
