package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.parallelkafka.Ordering;

/** In what turns one lane gets the records of four partitions. */
class TurnsTest {

    private static final int ROUNDS = 10;

    /** Every record of partition 0 has the same key, and all others one of their own. */
    private List<Integer> turns(Ordering ordering) {
        TestMembership engine = TestMembership
                .of(TestMembership.settings(ordering).maxConcurrency(2).build());
        for (int record = 0; record < 5 * ROUNDS; record++) {
            engine.log.append(0, "hot");
            for (int partition = 1; partition < 4; partition++) {
                engine.log.append(partition, partition + "-" + record);
            }
        }
        engine.assign(0, 1, 2, 3).cycle();
        engine.request(1);
        for (int done = 0; done < 5 * ROUNDS; done++) {
            engine.dispatcher.succeeded((RecordAttempt<String, String>) engine.begun.get(done), engine.begun::add);
        }
        return engine.begun.stream().limit(5 * ROUNDS).map(delivery -> delivery.raw().partition()).toList();
    }

    private static long of(int partition, List<Integer> turns) {
        return turns.stream().filter(each -> each == partition).count();
    }

    @Test
    void whatWaitedForTheRecordThatIsDone_comesNext_onceInARound() {
        List<Integer> turns = turns(Ordering.KEY);
        assertThat(of(0, turns)).as("twice in a round, but for the first one").isBetween(2L * ROUNDS - 1, 2L * ROUNDS);
        for (int partition = 1; partition < 4; partition++) {
            assertThat(of(partition, turns)).isBetween(10L, 11L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PARTITION", "UNORDERED"})
    void whereKeysDontMatter_allPartitionsHaveTheSameShare(Ordering ordering) {
        List<Integer> turns = turns(ordering);
        for (int partition = 0; partition < 4; partition++) {
            assertThat(of(partition, turns)).isBetween(12L, 13L);
        }
    }
}
