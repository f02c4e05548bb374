package io.quarkiverse.parallelkafka.demo.users;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.Record;

/** Sends the messages of one request: the users 1 to {@code count}, in this order. */
final class UserSender {

    /** How many messages wait for the broker at the same time: what a request keeps in memory, however many it asks for. */
    private static final int WINDOW = 1000;

    private final MutinyEmitter<Record<String, UserMessage>> topic;
    private final int count;
    private final OptionalInt keys;
    private final AtomicInteger sent = new AtomicInteger();
    private final ConcurrentLinkedQueue<Long> failed = new ConcurrentLinkedQueue<>();

    /**
     * @param topic where the messages go
     * @param count how many, from 1
     * @param keys how many different keys they have, from 1; if absent, each user's id is the key
     */
    UserSender(MutinyEmitter<Record<String, UserMessage>> topic, int count, OptionalInt keys) {
        this.topic = topic;
        this.count = count;
        this.keys = keys;
    }

    /** Sends; to be called once. After a failure no more than the messages already on their way follow. */
    Uni<SendResult> send() {
        // The first one alone: a broker that can't be reached then fails one message, and not a window one after another.
        return send(1)
                .chain(() -> Multi.createFrom().range(2, count + 1)
                        .select().first(id -> failed.isEmpty())
                        .onItem().transformToUni(id -> send(id.longValue())).merge(WINDOW)
                        .onItem().ignoreAsUni())
                .map(done -> result());
    }

    private Uni<Void> send(long id) {
        sent.incrementAndGet();
        String key = Long.toString(keys.isPresent() ? id % keys.getAsInt() : id);
        return topic.send(Record.of(key, new UserMessage(id, (int) (18 + id % 82), "User " + id)))
                .onFailure().recoverWithItem(failure -> {
                    // Logged by the channel.
                    failed.add(id);
                    return null;
                });
    }

    private SendResult result() {
        List<Long> failures = failed.stream().sorted().toList();
        return new SendResult(count, sent.get() - failures.size(), failures, count - sent.get());
    }
}
