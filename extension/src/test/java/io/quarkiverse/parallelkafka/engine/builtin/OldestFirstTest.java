package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.EngineFactory;

class OldestFirstTest {

    private static final long SEED = 20_261_201;

    private final PartitionAssignment<String, String> assignment = Records.assignment(Ordering.KEY);
    private final OldestFirst<String, String> oldestFirst = new OldestFirst<>();
    private final Random random = new Random(SEED);

    private PendingRecord<String, String> record(long offset) {
        return Records.pending(assignment, offset, null);
    }

    private List<Long> pollAll() {
        List<Long> offsets = new ArrayList<>();
        for (PendingRecord<String, String> next = oldestFirst.poll(); next != null; next = oldestFirst.poll()) {
            offsets.add(next.offset());
        }
        return offsets;
    }

    /** Offsets beyond what an int holds, each once. */
    private List<Long> randomOffsets(int count) {
        return LongStream.generate(() -> random.nextLong(1L << 40)).distinct().limit(count).boxed().toList();
    }

    @Test
    void nothing_isEmpty() {
        assertThat(oldestFirst.size()).isZero();
        assertThat(oldestFirst.peek()).isNull();
        assertThat(oldestFirst.poll()).isNull();
        assertThat(oldestFirst.oldestOffset()).isEqualTo(Long.MAX_VALUE);
        oldestFirst.add(record(5));
        oldestFirst.poll();
        assertThat(oldestFirst.size()).as("again").isZero();
        assertThat(oldestFirst.peek()).isNull();
        assertThat(oldestFirst.poll()).isNull();
        assertThat(oldestFirst.oldestOffset()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void everySize_comesInTheOrderOfOffsets() {
        for (int size = 1; size <= 300; size++) {
            List<Long> offsets = randomOffsets(size);
            offsets.forEach(offset -> oldestFirst.add(record(offset)));
            assertThat(oldestFirst.size()).isEqualTo(size);
            assertThat(pollAll()).as("%d offsets of seed %d", size, SEED).isEqualTo(offsets.stream().sorted().toList());
        }
    }

    @Test
    void addedAndPolledInAnyTurn_itIsAsAPriorityQueue() {
        Queue<PendingRecord<String, String>> expected = new PriorityQueue<>(
                Comparator.comparing(PendingRecord::offset));
        List<Long> offsets = randomOffsets(5_000);
        int added = 0;
        for (int step = 0; added < offsets.size() || !expected.isEmpty(); step++) {
            // It grows and shrinks in turns, beyond each size that it has room for at first.
            boolean grows = step / 200 % 2 == 0;
            if (added < offsets.size() && random.nextInt(4) < (grows ? 3 : 1)) {
                PendingRecord<String, String> record = record(offsets.get(added++));
                oldestFirst.add(record);
                expected.add(record);
            } else {
                assertThat(oldestFirst.poll()).as("step %d of seed %d", step, SEED).isSameAs(expected.poll());
            }
            PendingRecord<String, String> oldest = expected.peek();
            assertThat(oldestFirst.size()).as("size, step %d of seed %d", step, SEED).isEqualTo(expected.size());
            assertThat(oldestFirst.peek()).as("oldest, step %d of seed %d", step, SEED).isSameAs(oldest);
            assertThat(oldestFirst.oldestOffset()).as("oldest offset, step %d of seed %d", step, SEED)
                    .isEqualTo(oldest == null ? Long.MAX_VALUE : oldest.offset());
        }
    }

    @Test
    void moreThanThereIsRoomFor_keepTheirOrder() {
        for (long offset = 17; offset > 0; offset--) {
            oldestFirst.add(record(offset));
        }
        assertThat(oldestFirst.size()).isEqualTo(17);
        assertThat(pollAll()).isEqualTo(LongStream.rangeClosed(1, 17).boxed().toList());
    }

    @Test
    void whatWasPolled_isNotKept() {
        List<WeakReference<Object>> polled = new ArrayList<>();
        for (long offset = 0; offset < 20; offset++) {
            oldestFirst.add(record(offset));
        }
        for (int i = 0; i < 20; i++) {
            polled.add(new WeakReference<>(oldestFirst.poll()));
        }
        EngineFactory.eventually().until(() -> {
            System.gc();
            return polled.stream().allMatch(reference -> reference.get() == null);
        });
        assertThat(oldestFirst.size()).isZero();
    }
}
