package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.kafka.clients.consumer.MockConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a test wants a consumer to fail with, and when.
 *
 * <p>
 * Thread safety: may be told from any thread.
 */
abstract class FailingConsumer extends MockConsumer<byte[], byte[]> {

    enum Call {
        POLL, COMMITTED, POSITION, PARTITIONS_FOR, COMMIT_SYNC, COMMIT_ASYNC
    }

    private final Map<Call, Queue<RuntimeException>> once = new EnumMap<>(Call.class);
    private final Map<Call, RuntimeException> always = new ConcurrentHashMap<>();
    private final Queue<Exception> commits = new ConcurrentLinkedQueue<>();

    FailingConsumer() {
        super("earliest");
        for (Call call : Call.values()) {
            once.put(call, new ConcurrentLinkedQueue<>());
        }
    }

    /** Something may have become to be done that ends a poll which waits. */
    abstract void changed();

    void failPoll(RuntimeException fault) {
        once.get(Call.POLL).add(fault);
        changed();
    }

    /** Every poll fails, until it is null. */
    void failPolls(@Nullable RuntimeException fault) {
        failAlways(Call.POLL, fault);
        changed();
    }

    /** Once, whether it is of what was committed or of where a log ends. */
    void failLookUp(RuntimeException fault) {
        once.get(Call.COMMITTED).add(fault);
    }

    /** Every look-up of what was committed fails, until it is null. */
    void failLookUps(@Nullable RuntimeException fault) {
        failAlways(Call.COMMITTED, fault);
    }

    /** Every question after a position fails, until it is null. */
    void failPositions(@Nullable RuntimeException fault) {
        failAlways(Call.POSITION, fault);
    }

    /** Questions after a topic fail, until it is null. */
    void failQuestions(@Nullable RuntimeException fault) {
        failAlways(Call.PARTITIONS_FOR, fault);
    }

    void failCommitSync(RuntimeException fault) {
        once.get(Call.COMMIT_SYNC).add(fault);
    }

    /** The next commit without waiting is refused at once, by an exception. */
    void failSending(RuntimeException fault) {
        once.get(Call.COMMIT_ASYNC).add(fault);
    }

    /** The next commit without waiting ends with this. */
    void failCommit(Exception fault) {
        commits.add(fault);
    }

    /** What was to fail once and did not come up does not fail any more, nor does every poll. */
    void failNothing() {
        once.values().forEach(Queue::clear);
        commits.clear();
        always.remove(Call.POLL);
    }

    private void failAlways(Call call, @Nullable RuntimeException fault) {
        if (fault == null) {
            always.remove(call);
        } else {
            always.put(call, fault);
        }
    }

    final boolean isToFail(Call call) {
        return !once.get(call).isEmpty() || always.containsKey(call);
    }

    final void failIfAsked(Call call) {
        failIfAskedOnce(call);
        RuntimeException fault = always.get(call);
        if (fault != null) {
            throw fault;
        }
    }

    final void failIfAskedOnce(Call call) {
        RuntimeException fault = once.get(call).poll();
        if (fault != null) {
            throw fault;
        }
    }

    /** What the next commit without waiting ends with; null if it succeeds. */
    final @Nullable Exception nextOfCommits() {
        return commits.poll();
    }
}
