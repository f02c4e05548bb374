package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.PARTITION;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InFlightBound;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;
import io.quarkiverse.parallelkafka.engine.guarantee.OneAtATime;

/** Which records may run, and how many. */
interface OrderContract extends EngineFactory {

    @ParameterizedTest
    @EnumSource(Ordering.class)
    default void records_runInTheirOrder_oneAtATime_andAllOfThem(Ordering ordering) {
        TestChannel channel = TestChannel.create(3);
        channel.sendToEach(3, 200, i -> "key" + i % 7);
        InOrder order = new InOrder(ordering);
        OneAtATime exclusive = new OneAtATime(ordering);
        InFlightBound bound = new InFlightBound(8);
        AtLeastOnce all = new AtLeastOnce(600);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(ordering, 8)), 8,
                delivery -> delivery.raw().offset() % 20 == 3 && delivery.attempt() == 1
                        ? Outcome.retryAfter(Duration.ofMillis(10))
                        : Outcome.doneAfter(delivery.raw().offset() % 3),
                order, exclusive, bound, all)) {
            run.until(() -> all.count() == 600);
            assertThat(run.seen()).as("600 records, of which 30 ran twice").hasSize(630);
        }
        order.check();
        exclusive.check();
        bound.check();
    }

    @ParameterizedTest
    @EnumSource(value = Ordering.class, names = {"KEY", "UNORDERED"})
    default void inFlight_reachesMaxConcurrency_andNeverMore(Ordering ordering) {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 400, i -> "key" + i);
        InFlightBound bound = new InFlightBound(16);
        AtLeastOnce all = new AtLeastOnce(400);
        int handlers = 40;
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(ordering, 16)), handlers,
                delivery -> Outcome.doneAfter(5), bound, all)) {
            run.until(() -> all.count() == 400);
        }
        bound.check();
        assertThat(bound.peak()).isEqualTo(16);
    }

    @Test
    default void partitions_runInParallel_underPartition() {
        TestChannel channel = TestChannel.create(3);
        channel.sendToEach(3, 5, i -> null);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(PARTITION, 16)), 16,
                delivery -> Outcome.never())) {
            run.until(() -> run.engine().snapshot().inFlight() == 3);
            run.until(() -> run.engine().snapshot().waiting() == 12);
            assertThat(run.seen()).extracting(EngineRun.Seen::offset).containsOnly(0L);
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void keylessRecords_runInParallel_underKey() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 50, i -> null);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> Outcome.never())) {
            run.until(() -> run.engine().snapshot().inFlight() == 16);
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void keylessRecord_hasNoKey() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> null);
        AtLeastOnce keyless = new AtLeastOnce(10);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 2)), 2,
                delivery -> delivery.record().key() == null && delivery.raw().key() == null
                        && delivery.record().value().equals(Long.toString(delivery.raw().offset()))
                                ? Outcome.done()
                                : Outcome.never(),
                keyless)) {
            run.until(() -> keyless.count() == 10);
        }
    }

    @Test
    default void binaryKeys_areComparedByTheirContent() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 40, i -> "the same");
        OneAtATime exclusive = new OneAtATime(KEY);
        InOrder order = new InOrder(KEY);
        AtLeastOnce all = new AtLeastOnce(40);
        ParallelEngine<byte[], byte[]> engine = create(channel.settings(KEY, 8),
                new RecordDecoder<>(new ByteArrayDeserializer(), new ByteArrayDeserializer()), consumer -> {
                });
        try (EngineRun<byte[], byte[]> run = EngineRun.start(engine, 8, delivery -> Outcome.doneAfter(3), exclusive,
                order, all)) {
            run.until(() -> all.count() == 40);
        }
        exclusive.check();
        order.check();
    }

    @Test
    default void sameKey_inTwoPartitions_isTwoOrders() {
        TestChannel channel = TestChannel.create(2);
        channel.send(0, 3, i -> "the same");
        channel.send(1, 3, i -> "the same");
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.never())) {
            run.until(() -> run.engine().snapshot().inFlight() == 2);
            assertThat(run.seen()).extracting(EngineRun.Seen::partition).containsExactlyInAnyOrder(0, 1);
            run.close(Duration.ZERO);
        }
    }

    @Test
    default void handlersThatAskedBeforeTheStart_areServedOnceEach() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 6, i -> null);
        ParallelEngine<String, String> engine = engine(channel.settings(UNORDERED, 6));
        Queue<Integer> served = new ConcurrentLinkedQueue<>();
        for (int handler = 0; handler < 6; handler++) {
            int number = handler;
            engine.request(delivery -> {
                served.add(number);
                delivery.succeed();
            });
        }
        engine.start();
        eventually().until(() -> served.size() == 6);
        engine.close(Duration.ofSeconds(10));
        assertThat(served).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }
}
