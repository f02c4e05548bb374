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
