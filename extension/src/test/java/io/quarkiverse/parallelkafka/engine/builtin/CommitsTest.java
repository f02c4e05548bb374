package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata;
import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

/** What is committed in the course of work, and when. */
class CommitsTest {

    private final TestMembership engine = TestMembership.of(Ordering.KEY).request(10);
    private final FakeLog log = engine.log;

    @Test
    void commitRefusedByRebalance_isNoFault_andComesWithTheNext() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.failCommit(new RebalanceInProgressException());
        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(-1);
        assertThat(engine.membership.fault()).isNull();

        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void failedCommit_isAFault_untilOneSucceeds() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        RetriableCommitFailedException refusal = new RetriableCommitFailedException("no coordinator");
        engine.consumer.failCommit(refusal);
        engine.commit();
        assertThat(engine.membership.fault()).isSameAs(refusal);

        engine.commit();
        assertThat(engine.membership.fault()).isNull();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void commits_neverGoBack_whateverFails() {
        List<Long> committed = new ArrayList<>();
        log.onCommit((partition, offset) -> committed.add(offset.offset()));
        for (int i = 0; i < 30; i++) {
            log.append(0, "k" + i);
        }
        engine.request(30).assign(0).cycle();
        for (int i = 0; i < 30; i++) {
            engine.succeed(i);
            if (i % 3 != 0) {
                engine.consumer.failCommit(new RetriableCommitFailedException("no coordinator"));
            }
            engine.consumer.holdCommits(i % 5 != 0);
            engine.commit();
        }
        engine.consumer.holdCommits(false);
        for (int i = 0; i < 30; i++) {
            engine.commit();
        }
        assertThat(committed).isSorted().doesNotHaveDuplicates().endsWith(30L);
    }

    @Test
    void commitUnderWay_isNotOvertaken_andIsNoReasonToPollWithoutWaiting() {
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.holdCommits(true);
        engine.commit();
        engine.succeed(1);
        engine.commit().cycle();
        assertThat(engine.consumer.commits.underWay()).isEqualTo(1);
        List<Duration> timeouts = engine.consumer.pollTimeouts();
        assertThat(timeouts.get(timeouts.size() - 1)).isGreaterThan(Duration.ofMillis(10));

        engine.consumer.holdCommits(false);
        engine.cycle().commit();
        assertThat(log.committedOffset(0)).isEqualTo(2);
    }

    @Test
    void commitThatNobodyAnswers_isAFault_untilSomebodyDoes() {
        log.appendAll(0, "a");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.holdCommits(true);
        engine.commit();
        assertThat(engine.membership.fault()).isNull();
        engine.clock.advance(Duration.ofSeconds(31));
        engine.cycle();
        assertThat(engine.membership.fault()).isInstanceOf(TimeoutException.class);
        engine.consumer.holdCommits(false);
        engine.cycle();
        assertThat(engine.membership.fault()).isNull();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void commitThatCouldNotBeSent_isSentLater() {
        log.appendAll(0, "a");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.failSending(new InterruptException(new InterruptedException()));
        assertThatThrownBy(engine::commit).isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).as("the exception interrupts the thread").isTrue();
        engine.commit().cycle();
        assertThat(log.committedOffset(0)).isEqualTo(1);
    }

    @Test
    void faultOfCommit_passes_whenThePartitionIsGone() {
        log.appendAll(0, "a");
        engine.assign(0).cycle().succeed(0);
        engine.consumer.failCommitSync(new TimeoutException("no coordinator"));
        engine.assign();
        assertThat(engine.membership.fault()).isInstanceOf(TimeoutException.class);
        engine.commit();
        assertThat(engine.membership.fault()).as("nothing is left to commit").isNull();
    }

    @Test
    void placeOfTheFirstRecord_isCommitted_beforeItIsDone() {
        // Otherwise a group that begins at the end of the log would begin again behind it, and lose it.
        log.deleteBefore(0, 7);
        log.appendAll(0, "a", "b");
        engine.assign(0).cycle().commit();
        assertThat(engine.offsets()).containsExactly(7L, 8L);
        assertThat(log.committedOffset(0)).isEqualTo(7);
    }

    @Test
    void positionBehindTheLastRecord_isCommitted_onceAllIsDone() {
        log.appendAll(0, "a");
        log.appendGap(0, 3);
        engine.assign(0).cycle().commit();
        assertThat(log.committedOffset(0)).isZero();
        engine.succeed(0);
        engine.commit();
        assertThat(log.committedOffset(0)).isEqualTo(4);

        log.appendGap(0, 2);
        engine.cycle().commit();
        assertThat(log.committedOffset(0)).as("behind a gap with no record in front").isEqualTo(6);
    }

    @Test
    void gaps_countAsDone() {
        log.appendAll(0, "a", "b", "c", "d", "e", "f");
        log.compact(0, 1);
        log.compact(0, 3);
        engine.assign(0).cycle();
        assertThat(engine.offsets()).containsExactly(0L, 2L, 4L, 5L);
        engine.succeed(0, 4);
        engine.commit();
        assertThat(log.committedMap(0)).isEqualTo(new OffsetMap(2, 5, new long[]{2}));
    }

    @Test
    void whatWasDoneBefore_isLeftOut_andStaysInTheNextCommit() {
        log.appendAll(0, "a", "b", "c", "d", "e", "f");
        engine.assign(0).cycle().succeed(2, 4);
        engine.commit();

        TestMembership next = TestMembership.of(TestMembership.settings(Ordering.KEY).build(), log).request(10);
        next.assign(0).cycle();
        assertThat(next.offsets()).containsExactly(0L, 1L, 3L, 5L);
        next.succeed(0);
        next.commit();
        assertThat(log.committedMap(0)).isEqualTo(new OffsetMap(1, 5, new long[]{1, 3}));
    }

    @Test
    void whatWasDoneBefore_staysInTheNextCommit_beforeItIsFetchedAgain() {
        log.appendAll(0, "a", "b", "c", "d", "e", "f");
        engine.assign(0).cycle().succeed(2, 4);
        engine.commit();

        TestMembership next = TestMembership.of(TestMembership.settings(Ordering.KEY).build(), log).request(1);
        next.consumer.maxPollRecords(1);
        next.assign(0).cycle();
        assertThat(next.offsets()).containsExactly(0L);
        next.succeed(0);
        next.assignment(0).intake().paused(null);
        next.commit();
        assertThat(log.committedMap(0)).isEqualTo(new OffsetMap(1, 5, new long[]{1, 3}));
    }

    /** What the map holds already needs no room of its own a second time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyThatFail_keepNoNewOneOut_howeverOftenItIsRestarted(boolean restarted) {
        int count = 40_000;
        Set<Long> failing = LongStream.range(0, 700).map(i -> i * 57).boxed().collect(Collectors.toSet());
        for (int i = 0; i < count; i++) {
            log.append(0, null);
        }
        if (restarted) {
            OffsetMap map = new OffsetMap(0, count, failing.stream().mapToLong(Long::longValue).sorted().toArray());
            log.commit(Map.of(log.partition(0),
                    new OffsetAndMetadata(0, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH).metadata())));
        }
        TestMembership member = TestMembership.of(TestMembership.settings(Ordering.UNORDERED).maxConcurrency(2_000)
                .maxWaiting(5_000).build(), log);
        member.assign(0);
        Set<Long> seen = new HashSet<>();
        Runnable work = () -> {
            member.request(500);
            List.copyOf(member.begun).stream().filter(delivery -> seen.add(delivery.raw().offset()))
                    .filter(delivery -> !failing.contains(delivery.raw().offset()))
                    .forEach(Delivery::succeed);
            member.clock.advance(Duration.ofMillis(5));
            member.cycle();
        };
        for (int i = 0; i < 200; i++) {
            work.run();
        }
        assertThat(seen).containsAll(failing);
        log.append(0, null);
        for (int i = 0; i < 10; i++) {
            work.run();
        }
        assertThat(seen).contains((long) count);
    }
}
