package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;

class SequenceTest {

    private final Sequence<String, String> sequence = new Sequence<>(null);
    private final PendingRecord<String, String> first = Records.pending(1);
    private final PendingRecord<String, String> second = Records.pending(2);
    private final PendingRecord<String, String> third = Records.pending(3);

    @Test
    void oneHasItsTurn_theOthersFollowInOrder() {
        assertThat(sequence.arrive(first)).isTrue();
        assertThat(sequence.arrive(second)).isFalse();
        assertThat(sequence.arrive(third)).isFalse();
        assertThat(sequence.queued()).isEqualTo(2);
        assertThat(sequence.advance()).isSameAs(second);
        assertThat(sequence.advance()).isSameAs(third);
        assertThat(sequence.isIdle()).isFalse();
        assertThat(sequence.advance()).isNull();
        assertThat(sequence.isIdle()).isTrue();
        assertThat(sequence.queued()).isZero();
    }

    @Test
    void lineThatRanEmpty_startsAgain() {
        sequence.arrive(first);
        sequence.arrive(second);
        sequence.advance();
        assertThat(sequence.arrive(third)).isFalse();
        assertThat(sequence.advance()).isSameAs(third);
        sequence.advance();
        assertThat(sequence.arrive(first)).isTrue();
    }

    @Test
    void nobodyHasATurn_beforeAllStragglersAreReleased() {
        sequence.hold();
        sequence.hold();
        assertThat(sequence.arrive(first)).isFalse();
        assertThat(sequence.release()).isNull();
        assertThat(sequence.release()).isSameAs(first);
        assertThat(sequence.isIdle()).isFalse();
    }

    @Test
    void sequenceThatOnlyAStragglerHeld_isIdleOnceItIsReleased() {
        sequence.hold();
        assertThat(sequence.isIdle()).isFalse();
        assertThat(sequence.release()).isNull();
        assertThat(sequence.isIdle()).isTrue();
    }

    @Test
    void keyThatIsAlone_needsNoSequence_beforeThereIsAnother() {
        Sequences<String, String> keys = Sequences.of(Ordering.KEY);
        PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
        PendingRecord<String, String> alone = Records.pending(assignment, 1, "a");
        assertThat(keys.arrive(alone)).isTrue();
        assertThat(alone.sequence).isNull();
        keys.doneAlone(alone);
        PendingRecord<String, String> next = Records.pending(assignment, 2, "a");
        assertThat(keys.arrive(next)).isTrue();
        assertThat(next.sequence).isNull();
        PendingRecord<String, String> same = Records.pending(assignment, 3, "a");
        assertThat(keys.arrive(same)).isFalse();
        assertThat(same.sequence).isSameAs(next.sequence).isNotNull();
        PendingRecord<String, String> other = Records.pending(assignment, 4, "b");
        assertThat(keys.arrive(other)).isTrue();
        assertThat(next.sequence.advance()).isSameAs(same);
    }

    @Test
    void keyThatWasAlone_andHasFailed_isInFrontOfThoseThatCome() {
        Sequences<String, String> keys = Sequences.of(Ordering.KEY);
        PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
        PendingRecord<String, String> failed = Records.pending(assignment, 1, "a");
        keys.arrive(failed);
        assertThat(keys.of(failed)).isSameAs(failed.sequence).isNotNull();
        assertThat(keys.arrive(Records.pending(assignment, 2, "a"))).isFalse();
    }

    @Test
    void recordsWithoutAKey_waitForNobody() {
        Sequences<String, String> keys = Sequences.of(Ordering.KEY);
        PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
        assertThat(keys.arrive(Records.pending(assignment, 1, "a"))).isTrue();
        PendingRecord<String, String> keyless = Records.pending(assignment, 2, null);
        assertThat(keys.arrive(keyless)).isTrue();
        keys.doneAlone(keyless);
        assertThat(keys.arrive(Records.pending(assignment, 3, "a"))).as("behind the first").isFalse();
    }

    @Test
    void keys_haveASequenceEach_forAsLongAsItIsNeeded() {
        Sequences<String, String> keys = Sequences.of(Ordering.KEY);
        PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
        Sequence<String, String> a = keys.of(Records.pending(assignment, 1, "a"));
        assertThat(keys.of(Records.pending(assignment, 2, "a"))).isSameAs(a);
        assertThat(keys.of(Records.pending(assignment, 3, "b"))).isNotSameAs(a);
        assertThat(keys.of(Records.pending(assignment, 4, null))).isNull();
        keys.forget(a);
        assertThat(keys.of(Records.pending(assignment, 5, "a"))).isNotSameAs(a);
    }
}
