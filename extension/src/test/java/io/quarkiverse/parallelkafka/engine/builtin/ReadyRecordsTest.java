package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class ReadyRecordsTest {

    private final ReadyRecords<String, String> ready = new ReadyRecords<>(new UndecodedRecords<>());

    private List<Long> pollAll() {
        List<Long> offsets = new ArrayList<>();
        for (PendingRecord<String, String> next = ready.poll(); next != null; next = ready.poll()) {
            offsets.add(next.offset());
        }
        return offsets;
    }

    @Test
    void theOldest_comesFirst_whateverMadeItReady() {
        List.of(1L, 3L, 6L).forEach(offset -> ready.addFresh(Records.pending(offset)));
        List.of(5L, 2L, 9L, 4L).forEach(offset -> ready.addResumed(Records.pending(offset)));
        assertThat(pollAll()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 9L);
        assertThat(ready.size()).isZero();
    }

    @Test
    void thoseThatFailed_takeTurnsWithTheOthers_inTheOrderTheyWereDue() {
        List.of(1L, 2L, 3L).forEach(offset -> ready.addFresh(Records.pending(offset)));
        ready.addResumed(Records.pending(4));
        List.of(20L, 10L, 30L).forEach(offset -> ready.addAgain(Records.pending(offset)));
        assertThat(pollAll()).containsExactly(20L, 1L, 10L, 2L, 30L, 3L, 4L);
    }

    @Test
    void thoseThatFailed_goOn_whereThereAreNoOthers() {
        List.of(20L, 10L).forEach(offset -> ready.addAgain(Records.pending(offset)));
        assertThat(ready.size()).isPositive();
        assertThat(pollAll()).containsExactly(20L, 10L);
    }
}
