package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.engine.metadata.OffsetMap;

class OffsetLedgerTest {

    private final OffsetLedger<String, String> ledger = new OffsetLedger<>();

    private PendingRecord<String, String> add(long offset) {
        PendingRecord<String, String> record = Records.pending(offset);
        ledger.add(Records.batch(record));
        return record;
    }

    @Test
    void unknownPlace_isKnownWithTheFirstRecord_andIsToBeCommitted() {
        assertThat(ledger.isKnown()).isFalse();
        assertThat(ledger.isRewindTo(0)).isFalse();
        add(7);
        assertThat(ledger.isKnown()).isTrue();
        assertThat(ledger.base()).isEqualTo(7);
        assertThat(ledger.changes()).isPositive();
        assertThat(ledger.map()).isEqualTo(OffsetMap.empty(7));
    }

    @Test
    void gaps_countAsDone_howeverWide() {
        add(7);
        PendingRecord<String, String> far = add(7_000_000_000L);
        ledger.moveTo(8_000_000_000L, Optional.empty());
        ledger.done(far);
        assertThat(ledger.map()).isEqualTo(new OffsetMap(7, 7_000_000_001L, new long[]{7}));
        assertThat(ledger.doneBeyondBase()).isEqualTo(7_000_000_001L - 7 - 1);
    }

    @Test
    void nothingIncomplete_baseIsThePosition_withItsEpoch() {
        PendingRecord<String, String> only = add(7);
        ledger.moveTo(9, Optional.of(3));
        assertThat(ledger.baseEpoch()).isEmpty();
        ledger.done(only);
        assertThat(ledger.base()).isEqualTo(9);
        assertThat(ledger.baseEpoch()).contains(3);
    }

    @Test
    void recordsFromFurtherInFront_areARewind() {
        ledger.restore(OffsetMap.empty(5));
        assertThat(ledger.isRewindTo(4)).isTrue();
        assertThat(ledger.isRewindTo(5)).isFalse();
        add(5);
        assertThat(ledger.isRewindTo(5)).isTrue();
        assertThat(ledger.isRewindTo(6)).isFalse();
    }

    @Test
    void movingThePosition_isToBeCommitted_onlyIfItMoves() {
        add(7);
        long before = ledger.changes();
        ledger.moveTo(8, Optional.empty());
        assertThat(ledger.changes()).isEqualTo(before);
        ledger.moveTo(9, Optional.empty());
        assertThat(ledger.changes()).isGreaterThan(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomOperations_giveWhatANaiveModelGives(long seed) {
        for (int run = 0; run < 100; run++) {
            new Comparison(seed * 1_000 + run).run(200);
        }
    }

    /** A ledger beside sets of offsets: those that are done, and the records that are not. */
    private static final class Comparison {

        private final Random random;
        private final long seed;
        private OffsetLedger<String, String> ledger = new OffsetLedger<>();
        private final NavigableSet<Long> log = new TreeSet<>();
        private final NavigableSet<Long> done = new TreeSet<>();
        private final List<PendingRecord<String, String>> pending = new ArrayList<>();
        private final long first;
        private long position;
        private long logEnd;

        Comparison(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.first = random.nextInt(50);
            this.position = first;
            this.logEnd = first;
            ledger.restore(OffsetMap.empty(first));
        }

        void run(int steps) {
            for (int step = 0; step < steps; step++) {
                int chance = random.nextInt(20);
                if (chance < 8) {
                    take();
                } else if (chance < 18) {
                    if (!pending.isEmpty()) {
                        end(pending.remove(random.nextInt(pending.size())));
                    }
                } else if (chance < 19) {
                    restart();
                } else {
                    moveOverAGap();
                }
                compare(step);
            }
        }

        private void take() {
            Batch<String, String> batch = new Batch<>();
            for (int left = random.nextInt(6); left > 0; left--) {
                if (position >= logEnd) {
                    logEnd = position + random.nextInt(3);
                    log.add(logEnd++);
                }
                Long next = log.ceiling(position);
                if (next == null) {
                    break;
                }
                position = next + 1;
                if (!ledger.wasDone(next)) {
                    PendingRecord<String, String> record = Records.pending(next);
                    batch.add(record);
                    pending.add(record);
                }
                assertThat(ledger.wasDone(next)).as("was done: " + next).isEqualTo(done.contains(next));
            }
            ledger.add(batch);
            ledger.moveTo(position, Optional.empty());
        }

        private void moveOverAGap() {
            Long next = log.ceiling(position);
            position = next == null ? Math.max(position, logEnd) + random.nextInt(5) : next;
            logEnd = Math.max(logEnd, position);
            ledger.moveTo(position, Optional.empty());
        }

        private void end(PendingRecord<String, String> record) {
            done.add(record.offset());
            ledger.done(record);
        }

        /** Another member goes on where this one's commit says. */
        private void restart() {
            OffsetMap map = ledger.map();
            ledger = new OffsetLedger<>();
            ledger.restore(map);
            pending.clear();
            position = map.base();
        }

        private void compare(int step) {
            String where = "step " + step + " of seed " + seed;
            NavigableSet<Long> incomplete = new TreeSet<>(log);
            incomplete.removeAll(done);
            NavigableSet<Long> taken = incomplete.headSet(position, false);
            long base = taken.isEmpty() ? position : taken.first();
            assertThat(ledger.base()).as(where).isEqualTo(base);
            OffsetMap map = ledger.map();
            assertThat(map.base()).as(where).isEqualTo(base);
            for (long offset : log.tailSet(base)) {
                assertThat(map.isDone(offset)).as(where + ": " + offset + " in " + map)
                        .isEqualTo(done.contains(offset));
            }
            long last = log.isEmpty() ? first : log.last();
            assertThat(map.end()).as(where).isLessThanOrEqualTo(Math.max(base, last + 1));
        }
    }
}
