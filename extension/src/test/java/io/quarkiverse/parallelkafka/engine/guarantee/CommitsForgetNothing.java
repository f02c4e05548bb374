package io.quarkiverse.parallelkafka.engine.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongPredicate;

import org.apache.kafka.common.TopicPartition;

import io.quarkiverse.parallelkafka.engine.Delivery;

/** What one commit says is done, the next one says too, in whatever engine: none goes back. */
public final class CommitsForgetNothing implements Guarantee {

    private record Commit(long base, long end, LongPredicate isDone) {
    }

    private final Map<TopicPartition, Commit> lasts = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    @Override
    public void ended(Delivery<?, ?> delivery, boolean success) {
        // Of no concern to commits.
    }

    /**
     * A commit was made.
     *
     * @param base below it everything is done
     * @param end the first offset of which it says nothing
     * @param isDone whether it says that an offset is done
     */
    public void committed(TopicPartition partition, long base, long end, LongPredicate isDone) {
        Commit last = lasts.put(partition, new Commit(base, end, isDone));
        if (last == null) {
            return;
        }
        if (base < last.base) {
            violations.add(partition + ": " + base + " committed after " + last.base);
        }
        for (long offset = base; offset < last.end; offset++) {
            if (last.isDone.test(offset) && !isDone.test(offset)) {
                violations.add(partition + ": " + offset + " was committed as done, and now isn't any more");
            }
        }
    }

    @Override
    public void check() {
        assertThat(violations).as("commits that forget").isEmpty();
    }
}
