package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.PartitionSnapshot.PauseReason;

class BackpressureTest {

    private final Backpressure backpressure = new Backpressure(4, 8, 100);
    private final PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
    private long next;

    private void arrive(int records, String key) {
        for (int i = 0; i < records; i++) {
            assignment.arrive(Records.batch(Records.pending(assignment, next++, key)));
        }
    }

    /** A lane asks, and finds none. */
    private void lookForAny() {
        assertThat(assignment.takeReady()).isNull();
    }

    /** What the poll thread does between two polls. */
    private PauseReason regulate() {
        PauseReason reason = backpressure.reasonToPause(assignment);
        assignment.intake().paused(reason);
        return reason;
    }

    @Test
    void asManyAsMayWait_pause_andHalfOfThemResume() {
        arrive(3, null);
        assertThat(regulate()).isNull();
        arrive(1, null);
        assertThat(backpressure.allowsResuming(assignment)).as("it is not paused").isFalse();
        assertThat(regulate()).isEqualTo(PauseReason.WAITING);
        assignment.takeReady();
        assertThat(backpressure.allowsResuming(assignment)).isFalse();
        assertThat(regulate()).isEqualTo(PauseReason.WAITING);
        assignment.takeReady();
        assertThat(backpressure.allowsResuming(assignment)).isTrue();
        assertThat(regulate()).isNull();
        arrive(1, null);
        assertThat(regulate()).as("was not full again").isNull();
    }

    @Test
    void thoseBehindAFailure_haveTheirOwnBound_andTheirOwnHalf() {
        arrive(1, "a");
        PendingRecord<String, String> failing = assignment.takeReady();
        assignment.failed(failing);
        arrive(6, "a");
        lookForAny();
        assertThat(regulate()).isNull();
        arrive(1, "a");
        lookForAny();
        assertThat(regulate()).isEqualTo(PauseReason.HELD_UP);
        assignment.again(failing);
        assertThat(regulate()).as("7 of 8, and more than half").isEqualTo(PauseReason.HELD_UP);
        assignment.takeReady();
        assignment.done(failing);
        assertThat(regulate()).as("6 behind one that waits for a lane: more than half").isEqualTo(PauseReason.HELD_UP);
    }

    @Test
    void thoseBehindTheirKey_areNoneThatALaneCouldTake() {
        arrive(1, "slow");
        assignment.takeReady();
        arrive(7, "slow");
        assertThat(regulate()).as("nobody has looked for one that a lane could take").isEqualTo(PauseReason.WAITING);
        lookForAny();
        assertThat(regulate()).isNull();
        arrive(1, "slow");
        lookForAny();
        assertThat(regulate()).isEqualTo(PauseReason.HELD_UP);
    }

    @Test
    void thoseBehindTheirKey_doNotKeepAPartitionPausedOfWhichLanesHaveTakenEnough() {
        arrive(1, "slow");
        assignment.takeReady();
        arrive(5, "slow");
        lookForAny();
        assertThat(regulate()).as("nothing for a lane").isNull();
        arrive(1, null);
        assertThat(regulate()).as("6 wait, one for a lane").isEqualTo(PauseReason.WAITING);
        assignment.takeReady();
        assertThat(backpressure.allowsResuming(assignment)).isTrue();
        assertThat(regulate()).as("5 behind their key, of 8").isNull();
    }

    @Test
    void thoseBehindTheirPartition_wait() {
        PartitionAssignment<String, String> oneByOne = new PartitionAssignment<>(new TopicPartition("topic", 0),
                Ordering.PARTITION, new UndecodedRecords<>());
        for (int i = 0; i < 4; i++) {
            oneByOne.arrive(Records.batch(Records.pending(oneByOne, i, "key")));
        }
        assertThat(backpressure.reasonToPause(oneByOne)).isEqualTo(PauseReason.WAITING);
    }

    @Test
    void oneThatMayWait_isResumedWhenNoneDoes() {
        Backpressure one = new Backpressure(1, 1, 100);
        arrive(1, null);
        assertThat(one.reasonToPause(assignment)).isEqualTo(PauseReason.WAITING);
        assignment.intake().paused(PauseReason.WAITING);
        assignment.takeReady();
        assertThat(one.allowsResuming(assignment)).isTrue();
    }

    @Test
    void bytesPause_whereRecordsAreFew_andResumeWithTheFirstBelowTheShare() {
        arrive(2, "key");
        assertThat(regulate()).as("6 bytes here").isNull();
        backpressure.bytes().divide(10);
        backpressure.bytes().taken(49);
        assertThat(regulate()).as("49 of the half for all").isNull();
        backpressure.bytes().taken(1);
        assertThat(regulate()).as("its share is 5").isEqualTo(PauseReason.BYTES);
        PendingRecord<String, String> first = assignment.takeReady();
        assertThat(backpressure.allowsResuming(assignment)).as("it is in flight").isFalse();
        assignment.done(first);
        assertThat(backpressure.allowsResuming(assignment)).isTrue();
    }

    @Test
    void bytesForAll_areUsedUp_untilHalfOfThemAreFree() {
        backpressure.bytes().taken(50);
        assertThat(backpressure.bytes().isTight()).isTrue();
        backpressure.bytes().ended(24);
        assertThat(backpressure.bytes().isTight()).isTrue();
        backpressure.bytes().ended(1);
        assertThat(backpressure.bytes().isTight()).isFalse();
        backpressure.bytes().taken(24);
        assertThat(backpressure.bytes().isTight()).isFalse();
    }

    @Test
    void partitionThatHoldsNothing_isNeverFull() {
        backpressure.bytes().divide(1_000);
        backpressure.bytes().taken(1_000_000);
        assertThat(regulate()).isNull();
        assignment.arrive(Records.batch(Records.pending(assignment, 0, "key")));
        assertThat(regulate()).isEqualTo(PauseReason.BYTES);
    }

    @Test
    void fullMap_pauses_andAStopDoesSoBeforeAll() {
        assignment.intake().mapIsToBeLookedAt();
        assertThat(regulate()).isEqualTo(PauseReason.COMMIT_METADATA);
        backpressure.stop();
        assertThat(regulate()).isEqualTo(PauseReason.STOPPING);
        assignment.intake().mapIsSmall();
        assertThat(backpressure.allowsResuming(assignment)).isFalse();
    }
}
