package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.PARTITION;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.quarkiverse.parallelkafka.logging.LoggedLines;

/** What becomes of a record by its outcome. */
interface OutcomeContract extends EngineFactory {

    @Test
    default void failedRecord_isRetriedAfterItsDelay_andBlocksOnlyItsKey() {
        Duration delay = Duration.ofMillis(50);
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 60, i -> i < 2 ? "failing" : "key" + i);
        InOrder order = new InOrder(KEY);
        AtLeastOnce all = new AtLeastOnce(60);
        AtomicBoolean recovered = new AtomicBoolean();
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> delivery.raw().offset() == 0 && !recovered.get()
                        ? Outcome.retryAfter(delay)
                        : Outcome.doneAfter(1),
                order, all)) {
            run.until(() -> all.count() == 58 && run.seen(0).size() > 3);
            assertThat(run.seen(1)).as("the next one of the same key").isEmpty();
            recovered.set(true);
            run.until(() -> all.count() == 60);

            List<EngineRun.Seen> attempts = run.seen(0);
            for (int i = 0; i < attempts.size(); i++) {
                assertThat(attempts.get(i).attempt()).isEqualTo(i + 1);
                if (i > 0) {
                    assertThat(Duration.ofNanos(attempts.get(i).atNanos() - attempts.get(i - 1).atNanos()))
                            .isGreaterThanOrEqualTo(delay);
                }
            }
        }
        order.check();
    }

    @Test
    default void failedRecord_blocksOnlyItsPartition_underPartition() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 5, i -> "key" + i);
        channel.send(1, 20, i -> "key" + i);
        AtLeastOnce all = new AtLeastOnce(25);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(PARTITION, 4)), 4,
                delivery -> delivery.raw().partition() == 0
                        ? Outcome.retryAfter(Duration.ofMillis(20))
                        : Outcome.doneAfter(1),
                all)) {
            run.until(() -> all.count() == 20
                    && run.seen().stream().filter(attempt -> attempt.partition() == 0).count() > 3);
            assertThat(run.seen()).filteredOn(attempt -> attempt.partition() == 0)
                    .extracting(EngineRun.Seen::offset).containsOnly(0L);
        }
    }

    @Test
    default void longDelay_doesNotHoldAnother_andShortOneIsNotStretched() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 2, i -> "key" + i);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.retryAfter(
                        delivery.raw().offset() == 0 ? Duration.ofMinutes(5) : Duration.ofMillis(10)))) {
            // Sleeping to the next commit would stretch this to ten seconds and more.
            long start = System.nanoTime();
            run.until(() -> run.seen(1).size() > 50);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
            assertThat(run.seen(0)).hasSize(1);
        }
    }

    @Test
    default void firstOutcome_counts() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 40, i -> "key" + i);
        InFlightBound bound = new InFlightBound(2);
        AtLeastOnce all = new AtLeastOnce(40);
        AtomicInteger second = new AtomicInteger();
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 2)), 2, delivery -> {
            bound.started(delivery);
            all.ended(delivery, true);
            bound.ended(delivery, true);
            if (!delivery.succeed() || delivery.retryAfter(Duration.ZERO) || delivery.succeed()) {
                second.incrementAndGet();
            }
            // The lane's own outcome is one too many as well.
            return Outcome.doneAfter(1);
        })) {
            run.until(() -> all.count() == 40);
            run.until(() -> run.engine().snapshot().waiting() == 0);
            assertThat(run.seen()).as("attempts").hasSize(40);
            assertThat(run.engine().snapshot().inFlight()).isZero();
        }
        assertThat(second).hasValue(0);
        bound.check();
        assertThat(channel.committed(0).offset()).isEqualTo(40);
    }

    @Test
    default void successAfterRetry_isIgnored() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 1, i -> "key");
        AtomicBoolean ignored = new AtomicBoolean();
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 1)), 1, delivery -> {
            if (delivery.attempt() == 1) {
                ignored.set(delivery.retryAfter(Duration.ofMillis(1)) && !delivery.succeed());
            }
            return Outcome.doneAfter(1);
        })) {
            run.until(() -> run.seen().size() == 2);
        }
        assertThat(ignored).isTrue();
        assertThat(channel.committed(0).offset()).isEqualTo(1);
    }

    @Test
    default void undecodableRecord_failsAlone() {
        TestChannel channel = TestChannel.create(1);
        // The values are texts of digits, and only those of four digits have the four bytes of an integer.
        channel.send(0, 1010, i -> "key" + i);
        Queue<Delivery<String, Integer>> undecodable = new ConcurrentLinkedQueue<>();
        AtLeastOnce all = new AtLeastOnce(1010);
        ParallelEngine<String, Integer> engine = create(channel.settings(UNORDERED, 8),
                new RecordDecoder<>(new StringDeserializer(), new IntegerDeserializer()), consumer -> {
                });
        try (EngineRun<String, Integer> run = EngineRun.start(engine, 8, delivery -> {
            if (catchThrowableOfType(UndecodableRecordException.class, delivery::record) != null) {
                undecodable.add(delivery);
            }
            return Outcome.done();
        }, all)) {
            run.until(() -> all.count() == 1010);
            assertThat(run.engine().snapshot().state()).isEqualTo(EngineSnapshot.State.RUNNING);
        }
        assertThat(undecodable).hasSize(1000);
        Delivery<String, Integer> one = undecodable.element();
        assertThat(catchThrowableOfType(UndecodableRecordException.class, one::record))
                .hasMessageContaining(channel.topic() + "-0@" + one.raw().offset());
    }

    @Test
    default void recordThatCouldNotBeDecoded_isDecodedAgain_andHoldsItsPlace() {
        int failures = 3;
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 60, i -> i < 3 ? "failing" : "key" + i);
        AtomicInteger decodings = new AtomicInteger();
        Deserializer<String> texts = new StringDeserializer();
        // As one that asks a registry, which is down for a while.
        Deserializer<String> values = (topic, bytes) -> {
            String text = texts.deserialize(topic, bytes);
            if (text.equals("1") && decodings.incrementAndGet() <= failures) {
                throw new IllegalStateException("on purpose");
            }
            return text;
        };
        InOrder order = new InOrder(KEY);
        AtLeastOnce all = new AtLeastOnce(60);
        Queue<String> decoded = new ConcurrentLinkedQueue<>();
        ParallelEngine<String, String> engine = create(channel.settings(KEY, 4),
                new RecordDecoder<>(new StringDeserializer(), values), consumer -> {
                });
        try (EngineRun<String, String> run = EngineRun.start(engine, 4, delivery -> {
            try {
                decoded.add(delivery.record().value());
                return Outcome.doneAfter(1);
            } catch (UndecodableRecordException e) {
                return Outcome.retryAfter(Duration.ofMillis(20));
            }
        }, order, all)) {
            run.until(() -> all.count() == 60);
            assertThat(run.seen(1)).as("attempts").hasSize(failures + 1);
        }
        order.check();
        assertThat(decoded).hasSize(60).doesNotHaveDuplicates();
        assertThat(channel.committed(0).offset()).isEqualTo(60);
    }

    @Test
    default void throwingHandler_countsAsAFailedAttempt() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 2, i -> "key");
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 1));
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        engine.request(unused -> {
            engine.request(delivery -> {
                attempts.add(delivery.attempt());
                delivery.succeed();
            });
            throw new IllegalStateException("on purpose");
        });
        engine.start();
        eventually().until(() -> attempts.size() == 1);
        engine.close(Duration.ofSeconds(10));
        assertThat(attempts).containsExactly(2);
    }

    @Test
    default void handlerThatThrowsAfterItsOutcome_isLogged_andTheOutcomeStands() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 1, i -> "key");
        ParallelEngine<String, String> engine = engine(channel.settings(KEY, 1));
        engine.request(delivery -> {
            delivery.succeed();
            throw new IllegalStateException("on purpose");
        });
        try (LoggedLines lines = LoggedLines.fromNowOn()) {
            engine.start();
            channel.untilCommitted(0, 1);
            engine.close(Duration.ofSeconds(10));
            assertThat(lines.with(channel.topic() + "-0@0")).singleElement().asString()
                    .contains("PKAFKA00026", "'" + channel.name() + "'", "IllegalStateException");
        }
    }
}
