package io.quarkiverse.parallelkafka.engine.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetMapTest {

    @ParameterizedTest
    @ValueSource(longs = {9, 15, 16, Long.MAX_VALUE, Long.MIN_VALUE})
    void incompleteOutOfRange_isRefused(long offset) {
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetMap(10, 15, new long[]{offset}))
                .withMessageContaining("" + offset);
    }

    @Test
    void rangeOrOrderThatCanNotBe_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetMap(-1, 15, new long[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetMap(10, 9, new long[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetMap(10, 15, new long[]{12, 11}));
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetMap(10, 15, new long[]{12, 12}));
    }

    @Test
    void done_isAllBelowTheBase_andWhatIsKnownAndNotIncomplete() {
        OffsetMap map = new OffsetMap(10, 15, new long[]{10, 13});
        assertThat(List.of(0L, 9L, 11L, 12L, 14L)).allMatch(map::isDone);
        assertThat(List.of(10L, 13L, 15L, 100L)).noneMatch(map::isDone);
    }

    @Test
    void map_isAValue() {
        long[] offsets = {10, 13};
        OffsetMap map = new OffsetMap(10, 15, offsets);
        offsets[0] = 11;
        map.incomplete()[1] = 12;
        assertThat(map).isEqualTo(new OffsetMap(10, 15, new long[]{10, 13}))
                .hasSameHashCodeAs(new OffsetMap(10, 15, new long[]{10, 13}))
                .isNotEqualTo(new OffsetMap(10, 16, new long[]{10, 13}))
                .isNotEqualTo(new OffsetMap(10, 15, new long[]{10, 12}));
        assertThat(OffsetMap.empty(10)).isEqualTo(new OffsetMap(10, 10, new long[0])).matches(OffsetMap::isEmpty);
    }
}
