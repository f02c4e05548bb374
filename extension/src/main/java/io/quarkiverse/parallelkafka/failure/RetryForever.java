package io.quarkiverse.parallelkafka.failure;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/** Tries a record again after a fixed delay until it succeeds: nothing is lost, and its key waits as long as it takes. */
public final class RetryForever implements FailureStrategy {

    private final Duration delay;

    /**
     * @param delay between the end of an attempt and the next one
     */
    public RetryForever(Duration delay) {
        this.delay = delay;
    }

    @Override
    public FailureDecision decide(FailedAttempt attempt) {
        ConsumerRecord<byte[], byte[]> record = attempt.record();
        if (attempt.cause() instanceof UndecodableRecordException undecodable) {
            // Without its causes, whose messages quote the record.
            log.recordUndecodable(attempt.channel(), attempt.number(), delay.toMillis(), undecodable.getMessage());
        } else if (attempt.number() == 1) {
            // The trace is worth its length once; the attempts after the first mostly fail for the same reason.
            log.attemptFailed(attempt.channel(), attempt.number(), record.topic(), record.partition(),
                    record.offset(), delay.toMillis(), attempt.cause());
        } else {
            log.attemptFailedAgain(attempt.channel(), attempt.number(), record.topic(), record.partition(),
                    record.offset(), delay.toMillis(), attempt.cause().getClass().getName());
        }
        return new FailureDecision.RetryAfter(delay);
    }
}
