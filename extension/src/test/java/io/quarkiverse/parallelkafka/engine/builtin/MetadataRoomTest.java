package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/** What becomes of commits where a broker takes less metadata than by default. */
class MetadataRoomTest {

    private static final int COUNT = 4_000;

    private final TestMembership engine = TestMembership.of(TestMembership.settings(Ordering.UNORDERED)
            .maxConcurrency(COUNT).maxWaiting(COUNT).build());
    private final FakeLog log = engine.log;
    /** What is done: offset 0 is not, and the rest is in no order, so that it takes a bit for each. */
    private final long[] done = inNoOrder();

    private static long[] inNoOrder() {
        Random random = new Random(1);
        return LongStream.range(1, COUNT).filter(offset -> random.nextBoolean()).toArray();
    }

    private void work() {
        for (int i = 0; i < COUNT; i++) {
            log.append(0, null);
        }
        engine.request(COUNT).assign(0);
        while (engine.begun.size() < COUNT) {
            engine.cycle();
        }
        for (long offset : done) {
            engine.begun.get((int) offset).succeed();
        }
    }

    private OffsetMap all() {
        return engine.assignment(0).ledger().map();
    }

    private void assertCommitted(int longest) {
        assertThat(log.committed(0).metadata()).isNotEmpty().hasSizeLessThanOrEqualTo(longest);
        OffsetMap committed = log.committedMap(0);
        assertThat(committed.base()).isZero();
        assertThat(LongStream.range(0, committed.end()))
                .allMatch(offset -> committed.isDone(offset) == all().isDone(offset));
    }

    @Test
    void brokerThatTakesLess_getsLess_withoutWaitingForTheNextCommit() {
        work();
        engine.consumer.commits.metadataMaxBytes(300);
        engine.commit();
        assertThat(log.committed(0)).as("refused").isNull();
        assertThat(engine.membership.fault()).isNull();
        engine.cycle().cycle();
        assertCommitted(300);
        assertThat(engine.consumer.commits.refusedForMetadata()).as("of some 670 characters, and of 512").isEqualTo(2);
        assertThat(engine.membership.fault()).isNull();

        engine.succeed(0);
        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(all().base()).isPositive();
        assertThat(engine.consumer.commits.refusedForMetadata()).isEqualTo(2);
    }

    @Test
    void revokedPartition_isCommittedWithLess() {
        work();
        engine.consumer.commits.metadataMaxBytes(300);
        OffsetMap known = all();
        engine.begun.stream().filter(delivery -> !known.isDone(delivery.raw().offset()))
                .forEach(delivery -> delivery.retryAfter(Duration.ofHours(1)));
        engine.consumer.rebalance(Set.of());
        assertThat(log.committed(0).metadata()).isNotEmpty().hasSizeLessThanOrEqualTo(300);
    }

    @Test
    void newConsumer_knowsHowMuchTheBrokersTake() {
        work();
        engine.consumer.commits.metadataMaxBytes(300);
        engine.commit().cycle().cycle();
        engine.membership.abandon();
        engine.join();
        engine.consumer.commits.metadataMaxBytes(300);
        engine.assign(0).commit();
        engine.commit();
        assertCommitted(300);
        assertThat(engine.consumer.commits.refusedForMetadata()).isZero();
    }

    @Test
    void lessRoom_isForFewerOffsets() {
        work();
        engine.consumer.commits.metadataMaxBytes(200);
        engine.cycle();
        assertThat(engine.assignment(0).intake().isMapFull()).isFalse();
        engine.commit();
        for (int i = 0; i < 5; i++) {
            engine.cycle();
        }
        assertThat(engine.assignment(0).intake().paused()).isEqualTo(PauseReason.COMMIT_METADATA);
        assertCommitted(200);

        IntStream.range(0, COUNT).filter(offset -> !all().isDone(offset)).forEach(engine::succeed);
        engine.commit();
        assertThat(engine.assignment(0).intake().paused()).isNull();
        assertThat(log.committed(0)).satisfies(committed -> {
            assertThat(committed.offset()).isEqualTo(COUNT);
            assertThat(committed.metadata()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void brokerThatTakesNextToNothing_getsNothing_andHoldsUpNothing(int most) {
        work();
        engine.consumer.commits.metadataMaxBytes(most);
        engine.commit();
        for (int i = 0; i < 5; i++) {
            engine.cycle();
        }
        assertThat(log.committed(0)).satisfies(committed -> {
            assertThat(committed.offset()).isZero();
            assertThat(committed.metadata()).isEmpty();
        });
        assertThat(engine.membership.fault()).isNull();
        assertThat(engine.assignment(0).intake().paused()).isNull();

        log.append(0, null);
        engine.request(1).cycle();
        assertThat(engine.offsets()).endsWith((long) COUNT);
    }

    @Test
    void refusalOfACommitWithoutMetadata_isAFault() {
        log.append(0, null);
        engine.request(1).assign(0).cycle().succeed(0);
        engine.consumer.failCommit(new OffsetMetadataTooLarge());
        engine.commit();
        assertThat(engine.membership.fault()).isInstanceOf(OffsetMetadataTooLarge.class);
    }

    @Test
    void whatWasSentBeforeTheRoomBecameSmaller_teachesNothing() {
        MetadataRoom room = new MetadataRoom("mock");
        assertThat(room.becomesSmallerThan(2_048)).isTrue();
        assertThat(room.characters()).isEqualTo(1_024);
        assertThat(room.becomesSmallerThan(3_000)).isTrue();
        assertThat(room.characters()).isEqualTo(1_024);
        assertThat(room.becomesSmallerThan(10)).isTrue();
        assertThat(room.isNone()).isTrue();
        assertThat(room.becomesSmallerThan(0)).isFalse();
    }
}
