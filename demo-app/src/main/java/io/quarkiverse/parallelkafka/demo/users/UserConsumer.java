package io.quarkiverse.parallelkafka.demo.users;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;

/** Takes user messages off Kafka, by two connectors. The work on a message is the same. */
@ApplicationScoped
class UserConsumer {

    private static final Logger LOG = Logger.getLogger(UserConsumer.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);

    private final UserMessageParser parser;
    private final UserStore store;
    private final RejectedMessages rejected;
    private final Duration processingTime;

    UserConsumer(UserMessageParser parser, UserStore store, RejectedMessages rejected, DemoConfig config) {
        this.parser = parser;
        this.store = store;
        this.rejected = rejected;
        this.processingTime = config.processingTime();
    }

    /**
     * One message at a time. A failure would stop this channel, so it waits here until Redis is back; every message behind
     * it waits too.
     */
    @Incoming(Channels.USERS)
    Uni<Void> consume(ConsumerRecord<String, byte[]> record) {
        return work(Channels.USERS, record)
                .onFailure()
                .invoke(failure -> LOG.warnf("Will try %s-%d@%d again: %s", record.topic(), record.partition(),
                        record.offset(), failure))
                .onFailure().retry().withBackOff(FIRST_RETRY, LONGEST_RETRY).indefinitely();
    }

    /** Many messages at a time, those of one key in order. The connector repeats a message that failed. */
    @Incoming(Channels.PARALLEL_USERS)
    Uni<Void> consumeInParallel(ConsumerRecord<String, byte[]> record) {
        return work(Channels.PARALLEL_USERS, record);
    }

    private Uni<Void> work(String channel, ConsumerRecord<String, byte[]> record) {
        try {
            if (record.value() == null) {
                return store.delete(parser.parseId(record.key()));
            }
            UserMessage user = parser.parse(record.value());
            return processed().chain(() -> store.put(user));
        } catch (RejectedMessageException e) {
            rejected.add(channel, record, e);
            return Uni.createFrom().voidItem();
        }
    }

    private Uni<Void> processed() {
        Uni<Void> done = Uni.createFrom().voidItem();
        return processingTime.isZero() ? done : done.onItem().delayIt().by(processingTime);
    }
}
