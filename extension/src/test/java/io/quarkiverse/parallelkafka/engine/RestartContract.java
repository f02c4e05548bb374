package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** What is read again by the next engine of the same group. */
interface RestartContract extends EngineFactory {

    @ParameterizedTest
    @EnumSource(value = Ordering.class, names = {"KEY", "UNORDERED"})
    default void restart_repeatsOnlyWhatWasIncomplete(Ordering ordering) {
        Set<Long> incomplete = Set.of(10L, 500L, 990L);
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 1000, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(1000);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(ordering, 16)), 16,
                delivery -> incomplete.contains(delivery.raw().offset()) ? Outcome.never() : Outcome.done(), done)) {
            run.until(() -> done.count() == 997 && run.engine().snapshot().inFlight() == 3);
            run.close(Duration.ofMillis(300));
        }
        assertThat(channel.committed(0).offset()).isEqualTo(10);
        channel.send(0, 1, i -> "the last");
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(ordering, 16)), 16,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 1001);
            assertThat(run.seen()).extracting(EngineRun.Seen::offset).containsExactlyInAnyOrder(10L, 500L, 990L, 1000L);
        }
        assertThat(channel.committed(0).offset()).isEqualTo(1001);
    }

    /** So many that an engine would stop fetching if it had fetched them. */
    @Test
    default void restart_afterManyWereIncomplete_fetchesThemAll() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 4000, i -> "key" + i);
        byte[] incompleteThenDone = ByteBuffer.allocate(9).put((byte) 'e').putInt(3000).putInt(1).array();
        channel.commit(0, 0, Base64.getEncoder().encodeToString(incompleteThenDone));
        AtLeastOnce done = new AtLeastOnce(3999);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 16)), 16,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 3999);
            assertThat(run.seen(3000)).isEmpty();
        }
        assertThat(channel.committed(0).offset()).isEqualTo(4000);
    }

    @Test
    default void kill_losesNothing() throws Exception {
        int count = 3000;
        TestChannel channel = TestChannel.create(2);
        channel.sendToEach(2, count / 2, i -> "key" + i % 100);
        AtLeastOnce done = new AtLeastOnce(count);
        int before = KilledProcess.run(getClass(), channel, count / 2, done);
        assertThat(before).as("records that the killed process worked on").isGreaterThanOrEqualTo(count / 2)
                .isLessThan(count);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 8)), 8,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == count);
        }
    }

    /** A partition each. */
    @Test
    default void foreignCommitMetadata_isIgnored_andItsOffsetHonoured() {
        List<String> foreign = foreignMetadata();
        TestChannel channel = TestChannel.create(foreign.size());
        for (int partition = 0; partition < foreign.size(); partition++) {
            channel.send(partition, 100, i -> "key" + i);
            channel.commit(partition, 60, foreign.get(partition));
        }
        int expected = 40 * foreign.size();
        AtLeastOnce done = new AtLeastOnce(expected);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 4)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> run.engine().snapshot().joined() && run.engine().snapshot().waiting() == 0
                    && run.seen().size() >= expected);
            for (int partition = 0; partition < foreign.size(); partition++) {
                assertThat(done.offsets(partition)).as("read after the metadata '%s'", foreign.get(partition))
                        .containsExactlyInAnyOrderElementsOf(LongStream.range(60, 100).boxed().toList());
            }
            assertThat(run.seen()).as("attempts").hasSize(expected);
        }
        for (int partition = 0; partition < foreign.size(); partition++) {
            assertThat(channel.committed(partition).offset()).as(foreign.get(partition)).isEqualTo(100);
        }
    }

    private static List<String> foreignMetadata() {
        Random random = new Random(7);
        Stream<byte[]> written = Stream
                .of("anything", "\u0001streams", "\u0002\u0000\u0000\u0001\u0099", "o\u007f\u007f\u007f\u007f",
                        "e\u007f\u007f\u007f\u007f", "e", "p not compressed", "s\u0028\u0035", "J", "L0101")
                .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
        Stream<byte[]> drawn = IntStream.of(1, 9, 60, 2000).mapToObj(length -> {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        });
        return Stream.concat(Stream.of("not of ours", "host-17/42", "AAAA", "=", " "),
                Stream.concat(written, drawn).map(Base64.getEncoder()::encodeToString)).toList();
    }
}
