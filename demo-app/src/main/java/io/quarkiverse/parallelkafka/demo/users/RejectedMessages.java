package io.quarkiverse.parallelkafka.demo.users;

import java.util.Map;

import jakarta.inject.Singleton;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;

/** Counts and logs the records that are no user messages: they are not kept, and must not vanish unseen. */
@Singleton
@Startup
final class RejectedMessages {

    private static final Logger LOG = Logger.getLogger(RejectedMessages.class);

    private final Map<String, Counter> counters;

    RejectedMessages(MeterRegistry registry) {
        // From the start, so that a zero shows that nothing was rejected, and not that nothing counts.
        this.counters = Map.of(
                Channels.USERS, counter(registry, Channels.USERS),
                Channels.PARALLEL_USERS, counter(registry, Channels.PARALLEL_USERS));
    }

    void add(String channel, ConsumerRecord<?, ?> record, RejectedMessageException reason) {
        counters.get(channel).increment();
        LOG.warnf("Rejected %s-%d@%d: %s", record.topic(), record.partition(), record.offset(), reason.getMessage());
    }

    private static Counter counter(MeterRegistry registry, String channel) {
        return Counter.builder("demo.rejected")
                .description("Records that are no user messages")
                .tag("channel", channel)
                .register(registry);
    }
}
