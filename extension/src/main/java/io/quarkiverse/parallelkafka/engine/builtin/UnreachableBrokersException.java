package io.quarkiverse.parallelkafka.engine.builtin;

import org.apache.kafka.common.KafkaException;

/** None of the brokers' names can be resolved at present, so that no consumer can be created. */
final class UnreachableBrokersException extends KafkaException {

    private static final long serialVersionUID = 1L;

    UnreachableBrokersException(String bootstrapServers, Throwable cause) {
        super("No host of bootstrap.servers (" + bootstrapServers + ") can be resolved", cause);
    }
}
