package io.quarkiverse.parallelkafka.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;
import io.quarkiverse.parallelkafka.logging.LoggedLines;

class RetryForeverTest {

    private static final ConsumerRecord<byte[], byte[]> RECORD = new ConsumerRecord<>("topic", 3, 42,
            "key".getBytes(UTF_8), "very private".getBytes(UTF_8));

    private final LoggedLines lines = LoggedLines.fromNowOn();
    private Instant now = Instant.EPOCH;
    private final FailureStrategy strategy = new RetryForever(Duration.ofSeconds(1),
            ((InstantSource) () -> now).withZone(ZoneOffset.UTC));

    @AfterEach
    void stopListening() {
        lines.close();
    }

    @Test
    void failedAttempt_isLoggedWithCoordinatesOnce_andWithItsTraceTheFirstTime() {
        IllegalStateException cause = new IllegalStateException("on purpose");

        assertThat(strategy.decide(new FailedAttempt("users", RECORD, 1, cause)))
                .isEqualTo(new FailureDecision.RetryAfter(Duration.ofSeconds(1)));
        strategy.decide(new FailedAttempt("users", RECORD, 2, cause));

        assertThat(lines.all()).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains("'users'", "topic-3@42", "IllegalStateException").doesNotContain("very private"));
        assertThat(lines.all().get(0)).contains("at " + getClass().getName());
        assertThat(lines.all().get(1)).doesNotContain("\tat ");
    }

    @Test
    void manyFailures_areLoggedWithOneTraceInTenSeconds() {
        IllegalStateException cause = new IllegalStateException("on purpose");
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));
        now = now.plusMillis(9_999);
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));
        now = now.plusMillis(1);
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));

        assertThat(lines.all()).hasSize(3);
        assertThat(lines.all().get(0)).contains("\tat ");
        assertThat(lines.all().get(1)).doesNotContain("\tat ");
        assertThat(lines.all().get(2)).contains("\tat ");
    }

    @Test
    void undecodableRecord_isLoggedWithoutItsContent() {
        var decoder = new RecordDecoder<>(new StringDeserializer(), (topic, data) -> {
            throw new IllegalArgumentException("can't read '" + new String(data, UTF_8) + "'");
        });
        var cause = catchThrowableOfType(UndecodableRecordException.class, () -> decoder.decode(RECORD));
        assertThat(cause).hasRootCauseMessage("can't read 'very private'");

        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));

        assertThat(lines.all()).singleElement().asString()
                .contains("The value of topic-3@42 can't be decoded", "IllegalArgumentException")
                .doesNotContain("very private");
    }
}
