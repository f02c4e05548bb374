package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.InOrder;

/** Offsets that are not those of records one after the other: gaps, a start that moves, a committed offset that does. */
interface LogContract extends EngineFactory {

    /** Of five transactions of ten records and a marker each, the second and the fourth are aborted. */
    private static TestLog logOfTransactions(TestChannel channel) {
        TestLog log = new TestLog(channel);
        log.transactions(0, 10, true, false, true, false, true);
        assertThat(log.end(0)).isEqualTo(55);
        return log;
    }

    private static ChannelSettings readCommitted(TestChannel channel) {
        return TestChannel.with(channel.settings(KEY, 4), "isolation.level", "read_committed");
    }

    @Test
    default void gaps_areNoRecordsThatAreMissing_norAreTheyAfterARestart() {
        TestChannel channel = TestChannel.create(1);
        logOfTransactions(channel);
        Set<Long> incomplete = Set.of(9L, 22L);
        AtLeastOnce done = new AtLeastOnce(30);
        InOrder order = new InOrder(KEY);
        try (EngineRun<String, String> run = EngineRun.start(engine(readCommitted(channel)), 4,
                delivery -> incomplete.contains(delivery.raw().offset())
                        ? Outcome.retryAfter(Duration.ofMinutes(5))
                        : Outcome.done(),
                done, order)) {
            // Key 9 waits from its first of three records on, key 0 from its second.
            run.until(() -> done.count() == 30 - 3 - 2);
        }
        order.check();
        assertThat(channel.committed(0).offset()).isEqualTo(9);
        int before = done.count();
        try (EngineRun<String, String> run = EngineRun.start(engine(readCommitted(channel)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 30);
            assertThat(run.seen()).as("attempts").hasSize(30 - before);
            assertThat(run.seen()).allMatch(attempt -> attempt.attempt() == 1);
        }
        done.check();
    }

    @Test
    default void commit_reachesTheEndOfTheLog_pastTheLastMarker() {
        TestChannel channel = TestChannel.create(1);
        TestLog log = logOfTransactions(channel);
        log.transactions(0, 10, false);
        AtLeastOnce done = new AtLeastOnce(30);
        try (EngineRun<String, String> run = EngineRun.start(engine(readCommitted(channel)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 30);
            channel.untilCommitted(0, log.end(0));
        }
        try (EngineRun<String, String> run = EngineRun.start(engine(readCommitted(channel)), 4,
                delivery -> Outcome.done())) {
            log.transactions(0, 10, true);
            run.until(() -> run.seen().size() == 10);
            channel.untilCommitted(0, log.end(0));
        }
    }

    @Test
    default void retentionThatPassesTheCommittedOffset_isFollowed_andTheRestIsNotRepeated() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 100, i -> "key" + i);
        Set<Long> incomplete = Set.of(10L, 60L);
        AtLeastOnce done = new AtLeastOnce(99);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> incomplete.contains(delivery.raw().offset()) ? Outcome.never() : Outcome.done(), done)) {
            run.until(() -> done.count() == 98);
            run.close(Duration.ofMillis(100));
        }
        new TestLog(channel).deleteBefore(0, 50);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 99);
            channel.untilCommitted(0, 100);
            assertThat(run.seen()).extracting(EngineRun.Seen::offset).containsExactly(60L);
        }
    }

    @Test
    default void retentionThatOvertakesTheEngine_isFollowed() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 20_000, i -> "key" + i);
        ChannelSettings settings = TestChannel.with(channel.settings(UNORDERED, 4), "max.partition.fetch.bytes",
                20_000);
        CompletableFuture<String> released = new CompletableFuture<>();
        AtLeastOnce done = new AtLeastOnce(20_000);
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4,
                delivery -> Outcome.doneOnce(released), done)) {
            run.until(() -> run.engine().snapshot().waiting() > 0);
            new TestLog(channel).deleteBefore(0, 19_000);
            released.complete("done");
            channel.untilCommitted(0, 20_000);
            assertThat(done.offsets(0)).containsAll(LongStream.range(19_000, 20_000).boxed().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 80, -1})
    default void committedOffset_isHonoured_whereverItWasMoved(long moved) {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 100, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(99);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> delivery.raw().offset() == 50 ? Outcome.never() : Outcome.done(), done)) {
            run.until(() -> done.count() == 99);
            run.close(Duration.ofMillis(100));
        }
        assertThat(channel.committed(0).offset()).isEqualTo(50);
        if (moved < 0) {
            new TestLog(channel).deleteCommitted(0);
        } else {
            channel.commit(0, moved, "");
        }
        long from = Math.max(0, moved);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done())) {
            channel.untilCommitted(0, 100);
            assertThat(run.seen()).extracting(EngineRun.Seen::offset)
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(from, 100).boxed().toList());
        }
    }

    /** Of the offsets from the committed one on, a thousand are not done and two hundred are. */
    private static String metadataOfAnotherLog() {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(9).put((byte) 'e').putInt(1000).putInt(200).array());
    }

    @Test
    default void committedOffsetBeyondTheEnd_startsAgainAtTheEarliest() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 100, i -> "key" + i);
        channel.commit(0, 5000, metadataOfAnotherLog());
        AtLeastOnce done = new AtLeastOnce(100);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 100);
            channel.untilCommitted(0, 100);
            assertThat(channel.committed(0).metadata()).as("what is done beyond the end").isEmpty();
            assertThat(run.seen()).hasSize(100);
        }
    }

    @Test
    default void committedMapBeyondTheEnd_isNotBelieved() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 100, i -> "key" + i);
        channel.commit(0, 50, metadataOfAnotherLog());
        AtLeastOnce done = new AtLeastOnce(50);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), done)) {
            channel.untilCommitted(0, 100);
            assertThat(channel.committed(0).metadata()).as("what is done beyond the end").isEmpty();
            assertThat(run.seen()).hasSize(50);
        }
    }

    @Test
    default void committedOffsetBeyondTheEnd_goesOnAtTheLatest() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 100, i -> "key" + i);
        channel.commit(0, 5000, metadataOfAnotherLog());
        ChannelSettings settings = TestChannel.with(channel.settings(KEY, 4), "auto.offset.reset", "latest");
        try (EngineRun<String, String> run = EngineRun.start(engine(settings), 4, delivery -> Outcome.done())) {
            // Nobody tells when the engine has found the end.
            run.until(() -> {
                channel.send(0, 1, i -> "new");
                return !run.seen().isEmpty();
            });
            channel.untilCommitted(0, new TestLog(channel).end(0));
            assertThat(channel.committed(0).metadata()).as("what is done beyond the end").isEmpty();
            assertThat(run.seen()).allMatch(attempt -> attempt.offset() >= 100);
        }
    }

    @Test
    default void topicThatIsDeletedAndCreatedAgain_isReadFromItsNewBeginning() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 50, i -> "key" + i);
        AtLeastOnce old = new AtLeastOnce(50);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), old)) {
            run.until(() -> old.count() == 50);
            channel.untilCommitted(0, 50);
            new TestLog(channel).replace();
            channel.send(0, 20, i -> "key" + i);
            run.until(() -> run.seen().size() >= 70);
            channel.untilCommitted(0, 20);
            assertThat(channel.committed(0).metadata()).as("what is done beyond the end").isEmpty();
            assertThat(run.seen().subList(50, run.seen().size())).extracting(EngineRun.Seen::offset)
                    .containsAll(LongStream.range(0, 20).boxed().toList());
        }
    }
}
