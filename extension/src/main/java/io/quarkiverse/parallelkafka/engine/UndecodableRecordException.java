package io.quarkiverse.parallelkafka.engine;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A fetched record could not be decoded.
 *
 * <p>
 * The message names the record's coordinates and never its content. The cause is the deserializer's own, whose message
 * often quotes what it could not read: it is there to be looked at, and not to be logged.
 */
public final class UndecodableRecordException extends SerializationException {

    private static final long serialVersionUID = 1L;

    /**
     * @param record the record
     * @param part what of it can't be decoded
     * @param decoder the class that can't decode it
     * @param cause what the decoder failed with
     */
    UndecodableRecordException(ConsumerRecord<?, ?> record, String part, Class<?> decoder, Throwable cause) {
        super("The %s of %s-%d@%d can't be decoded with %s: %s".formatted(part, record.topic(), record.partition(),
                record.offset(), decoder.getName(), cause.getClass().getName()), cause);
    }
}
