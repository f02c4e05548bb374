package io.quarkiverse.parallelkafka.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

class RetryForeverTest {

    private static final ConsumerRecord<byte[], byte[]> RECORD = new ConsumerRecord<>("topic", 3, 42,
            "key".getBytes(UTF_8), "very private".getBytes(UTF_8));

    private final Logger logger = Logger.getLogger("io.quarkiverse.parallelkafka");
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {

        private final PatternFormatter formatter = new PatternFormatter("%s%e");

        @Override
        public void publish(LogRecord record) {
            lines.add(formatter.format(record));
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    };

    private Instant now = Instant.EPOCH;
    private final FailureStrategy strategy = new RetryForever(Duration.ofSeconds(1),
            ((InstantSource) () -> now).withZone(ZoneOffset.UTC));

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void failedAttempt_isLoggedWithCoordinatesOnce_andWithItsTraceTheFirstTime() {
        IllegalStateException cause = new IllegalStateException("on purpose");

        assertThat(strategy.decide(new FailedAttempt("users", RECORD, 1, cause)))
                .isEqualTo(new FailureDecision.RetryAfter(Duration.ofSeconds(1)));
        strategy.decide(new FailedAttempt("users", RECORD, 2, cause));

        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line)
                .contains("'users'", "topic-3@42", "IllegalStateException").doesNotContain("very private"));
        assertThat(lines.get(0)).contains("at " + getClass().getName());
        assertThat(lines.get(1)).doesNotContain("\tat ");
    }

    @Test
    void manyFailures_areLoggedWithOneTraceInTenSeconds() {
        IllegalStateException cause = new IllegalStateException("on purpose");
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));
        now = now.plusMillis(9_999);
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));
        now = now.plusMillis(1);
        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).contains("\tat ");
        assertThat(lines.get(1)).doesNotContain("\tat ");
        assertThat(lines.get(2)).contains("\tat ");
    }

    @Test
    void undecodableRecord_isLoggedWithoutItsContent() {
        var decoder = new RecordDecoder<>(new StringDeserializer(), (topic, data) -> {
            throw new IllegalArgumentException("can't read '" + new String(data, UTF_8) + "'");
        });
        var cause = catchThrowableOfType(UndecodableRecordException.class, () -> decoder.decode(RECORD));
        assertThat(cause).hasRootCauseMessage("can't read 'very private'");

        strategy.decide(new FailedAttempt("users", RECORD, 1, cause));

        assertThat(lines).singleElement().asString()
                .contains("The value of topic-3@42 can't be decoded", "IllegalArgumentException")
                .doesNotContain("very private");
    }
}
