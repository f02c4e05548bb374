package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/**
 * What counts of a partition that comes back after it went with work that was done and not committed, as after an outage
 * of the brokers that was longer than the session.
 */
class LostPartitionsTest {

    private final TestMembership engine = TestMembership.of(Ordering.UNORDERED).request(10);
    private final FakeLog log = engine.log;

    /** Offset 0 is committed; 0, 1 and 3 are done, and 2, 4 and 5 are in flight. */
    @BeforeEach
    void work() {
        log.appendAll(0, "a", "b", "c", "d", "e", "f");
        engine.assign(0).cycle().commit();
        assertThat(log.committedOffset(0)).isZero();
        engine.succeed(0, 1, 3);
    }

    /** The offsets that begin when the partition is assigned again. */
    private List<Long> comesBack() {
        int before = engine.begun.size();
        engine.request(10).assign(0).cycle();
        return engine.offsets().subList(before, engine.begun.size());
    }

    private void assertAllRunsAgain() {
        assertThat(comesBack()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    private void assertNothingDoneRunsAgain() {
        assertThat(comesBack()).containsExactly(2L, 4L, 5L);
        engine.commit();
        assertThat(log.committedMap(0)).as("committed, without more being done")
                .isEqualTo(new OffsetMap(2, 4, new long[]{2}));
        engine.succeed(2, 5);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(new OffsetMap(4, 6, new long[]{4}));
        engine.succeed(4);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(OffsetMap.empty(6));
    }

    private void commit(long offset, String metadata) {
        log.commit(Map.of(log.partition(0), new OffsetAndMetadata(offset, metadata)));
    }

    @Test
    void lostPartition_thatComesBackAsItWas_repeatsNothingThatWasDone() {
        engine.lose(0);
        assertNothingDoneRunsAgain();
    }

    @Test
    void partitionOfWhichNothingWasCommittedYet_goesOnWhereItWas() {
        TestMembership fresh = TestMembership.of(Ordering.UNORDERED).request(10);
        fresh.log.appendAll(0, "a", "b", "c");
        fresh.assign(0).cycle().succeed(0, 2);
        fresh.lose(0);
        assertThat(fresh.log.committed(0)).isNull();
        fresh.request(10).assign(0).cycle();
        assertThat(fresh.offsets()).containsExactly(0L, 1L, 2L, 1L);
    }

    @Test
    void whatACommitHadNoRoomFor_isNotRepeated() {
        engine.consumer.failCommit(new OffsetMetadataTooLarge("too long"));
        engine.commit().commit().commit();
        assertThat(log.committed(0)).isEqualTo(new OffsetAndMetadata(2, Optional.of(0), ""));
        engine.lose(0);
        assertThat(comesBack()).containsExactly(2L, 4L, 5L);
    }

    @Test
    void logThatWasCutAndHasGrownAgain_runsWhatIsNew() {
        engine.lose(0);
        log.truncate(0, 3);
        log.appendAll(0, "g", "h", "i", "j");
        assertThat(comesBack()).as("3 is another one").containsExactly(2L, 3L, 4L, 5L, 6L);
        engine.succeed(2, 3, 4, 5, 6);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(OffsetMap.empty(7));
    }

    @Test
    void leaderThatChangedAndLacksNothing_changesNothing() {
        engine.lose(0);
        log.truncate(0, 6);
        log.append(0, "g");
        assertThat(comesBack()).containsExactly(2L, 4L, 5L, 6L);
    }

    @Test
    void partitionThatComesBackTwice_repeatsNothingThatWasDone() {
        engine.lose(0);
        engine.request(10).assign(0).cycle();
        engine.lose(0);
        assertNothingDoneRunsAgain();
    }

    @Test
    void revokedPartition_whoseCommitFailed_repeatsNothingThatWasDone() {
        engine.consumer.failCommitSync(new TimeoutException("no coordinator"));
        engine.delivery(2).retryAfter(Duration.ofHours(1));
        engine.delivery(4).retryAfter(Duration.ofHours(1));
        engine.delivery(5).retryAfter(Duration.ofHours(1));
        engine.assign();
        assertThat(log.committedOffset(0)).isZero();
        assertNothingDoneRunsAgain();
    }

    @Test
    void newConsumer_repeatsNothingThatWasDone() {
        engine.membership.abandon();
        engine.join();
        assertNothingDoneRunsAgain();
    }

    @Test
    void whatAStragglerDoes_isNotRemembered() {
        engine.lose(0);
        engine.succeed(2);
        assertNothingDoneRunsAgain();
    }

    @Test
    void partitionThatWasLostAgain_beforeItCouldBeLookedUp_repeatsNothingThatWasDone() {
        engine.lose(0);
        engine.consumer.failLookUp(new TimeoutException("no coordinator"));
        engine.assign(0).cycle();
        assertThat(engine.assignment(0)).isNull();
        engine.lose(0);
        engine.clock.advanceMillis(100);
        assertNothingDoneRunsAgain();
    }

    @Test
    void commitThatWasNotAnswered_andArrived_isOurs() {
        engine.consumer.holdCommits(true);
        engine.commit();
        engine.succeed(2);
        engine.consumer.commits.land();
        engine.lose(0);
        engine.consumer.holdCommits(false);
        assertThat(log.committedOffset(0)).isEqualTo(2);
        assertThat(comesBack()).containsExactly(4L, 5L);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(OffsetMap.empty(4));
    }

    @Test
    void commitThatWasNotAnswered_andDidNotArrive_leavesTheOneBefore() {
        engine.consumer.holdCommits(true);
        engine.commit();
        engine.lose(0);
        engine.consumer.holdCommits(false);
        assertThat(log.committedOffset(0)).isZero();
        assertNothingDoneRunsAgain();
    }

    @Test
    void commitThatArrived_beforeOthersThatFailed_isOurs() {
        engine.consumer.holdCommits(true);
        engine.commit();
        engine.consumer.commits.land();
        OffsetAndMetadata arrived = log.committed(0);
        for (int commit = 0; commit < 3; commit++) {
            engine.consumer.failCommit(new RetriableCommitFailedException("no coordinator"));
        }
        engine.consumer.holdCommits(false);
        engine.cycle().succeed(2);
        engine.commit().succeed(4);
        engine.commit();
        engine.lose(0);
        assertThat(log.committed(0)).isEqualTo(arrived);
        assertThat(comesBack()).containsExactly(5L);
    }

    @Test
    void commitOfAnother_counts() {
        engine.lose(0);
        commit(1, "");
        assertThat(comesBack()).containsExactly(1L, 2L, 3L, 4L, 5L);
        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void commitOfAnother_atTheSameOffset_counts() {
        engine.lose(0);
        commit(0, CommitMetadata.encode(new OffsetMap(0, 5, new long[]{0, 1, 2, 3}), CommitMetadata.MAX_LENGTH)
                .metadata());
        assertThat(comesBack()).containsExactly(0L, 1L, 2L, 3L, 5L);
    }

    @Test
    void offsetThatWasSetBack_counts() {
        engine.commit();
        engine.succeed(2);
        engine.lose(0);
        assertThat(log.committedOffset(0)).isEqualTo(2);
        commit(0, "");
        assertAllRunsAgain();
    }

    @Test
    void offsetThatWasDeleted_bringsAllAgain() {
        engine.lose(0);
        log.forgetCommitted(0);
        assertAllRunsAgain();
    }

    @Test
    void memory_isDropped_onceItWasRefused() {
        engine.lose(0);
        OffsetAndMetadata ours = log.committed(0);
        commit(1, "");
        engine.assign(0);
        engine.lose(0);
        commit(ours.offset(), ours.metadata());
        assertAllRunsAgain();
    }

    @Test
    void logThatBecameShorterThanWhatWasDone_isReadFromWhatIsCommitted() {
        engine.lose(0);
        log.recreate(0);
        log.appendAll(0, "a", "b", "x");
        assertThat(comesBack()).containsExactly(0L, 1L, 2L);
    }

    @Test
    void logThatEndsInFrontOfWhatWasDone_isReadFromWhatIsCommitted_whenAllWasDone() {
        engine.succeed(2, 4, 5);
        engine.lose(0);
        log.recreate(0);
        log.appendAll(0, "a", "b", "x", "y", "z");
        assertThat(comesBack()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void positionBehindAGap_isRemembered() {
        engine.succeed(2, 4, 5);
        log.appendGap(0, 3);
        engine.cycle();
        engine.lose(0);
        log.append(0, "g");
        assertThat(comesBack()).containsExactly(9L);
        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(9);
    }
}
