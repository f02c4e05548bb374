package io.quarkiverse.parallelkafka.failure;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.consumer.ConsumerRecord;

import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/** Tries a record again after a fixed delay until it succeeds: nothing is lost, and its key waits as long as it takes. */
public final class RetryForever implements FailureStrategy {

    private static final Duration BETWEEN_TRACES = Duration.ofSeconds(10);

    private final Duration delay;
    private final Clock clock;
    private final AtomicReference<Instant> nextTrace = new AtomicReference<>(Instant.MIN);

    /**
     * @param delay between the end of an attempt and the next one
     * @param clock tells when a stack trace is due again
     */
    public RetryForever(Duration delay, Clock clock) {
        this.delay = delay;
        this.clock = clock;
    }

    @Override
    public FailureDecision decide(FailedAttempt attempt) {
        ConsumerRecord<byte[], byte[]> record = attempt.record();
        if (attempt.cause() instanceof UndecodableRecordException undecodable) {
            // Without its causes, whose messages quote the record.
            log.recordUndecodable(attempt.channel(), attempt.number(), delay.toMillis(), undecodable.getMessage());
        } else if (attempt.number() == 1 && isTraceDue()) {
            log.attemptFailed(attempt.channel(), attempt.number(), record.topic(), record.partition(),
                    record.offset(), delay.toMillis(), attempt.cause());
        } else {
            log.attemptFailedAgain(attempt.channel(), attempt.number(), record.topic(), record.partition(),
                    record.offset(), delay.toMillis(), attempt.cause().getClass().getName());
        }
        return new FailureDecision.RetryAfter(delay);
    }

    /** In an outage thousands of records fail for one reason, and one trace tells it. */
    private boolean isTraceDue() {
        Instant now = clock.instant();
        Instant due = nextTrace.get();
        return !now.isBefore(due) && nextTrace.compareAndSet(due, now.plus(BETWEEN_TRACES));
    }
}
