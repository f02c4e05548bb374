package io.quarkiverse.parallelkafka.engine.confluent;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

import io.confluent.parallelconsumer.PollContextInternal;
import io.confluent.parallelconsumer.internal.AbstractParallelEoSStreamProcessor;
import io.confluent.parallelconsumer.internal.EpochAndRecordsMap;
import io.confluent.parallelconsumer.internal.State;
import io.confluent.parallelconsumer.state.WorkContainer;
import io.quarkiverse.parallelkafka.config.Subscription;

/**
 * The library's processor of one channel. It decides which records may run; it runs none, but gives them to whoever it
 * was opened with, and is told of their outcomes later.
 *
 * <p>
 * Thread safety: results may come from any thread. Rebalance callbacks come on the poll thread, and have the control
 * thread do their work. Everything else is called on the control thread.
 */
final class ChannelProcessor extends AbstractParallelEoSStreamProcessor<byte[], byte[]> implements Handover.Results {

    private static final Duration COMMIT_OF_REVOKED = Duration.ofSeconds(5);
    private static final PollContextInternal<byte[], byte[]> NO_CONTEXT = new PollContextInternal<>(List.of());

    private final ByteConsumer consumer;
    private final RecordPoller poller;
    private final ControlTasks tasks;
    private final Assignment assignment = new Assignment();
    private final EpochAndRecordsMap<byte[], byte[]> nothing;
    private @Nullable Consumer<WorkContainer<byte[], byte[]>> recipient;
    private @Nullable Departure departure;
    private volatile @Nullable Thread dispatchThread;
    private volatile boolean givingOut = true;

    ChannelProcessor(ChannelModule module, ByteConsumer consumer, ControlTasks tasks) {
        super(module.options(), module);
        this.consumer = consumer;
        this.poller = module.poller();
        this.tasks = tasks;
        this.nothing = new EpochAndRecordsMap<>(ConsumerRecords.empty(), wm.getPm());
        // The control thread sleeps until its mailbox has something for it.
        tasks.wakenBy(() -> registerWork(nothing));
    }

    /**
     * Joins the group and begins to fetch.
     *
     * @param recipient is given the records that may run, on the dispatch thread
     * @param departure asked before partitions are let go, on the poll thread
     */
    void open(Subscription subscription, Consumer<WorkContainer<byte[], byte[]>> recipient, Departure departure) {
        this.recipient = recipient;
        this.departure = departure;
        if (subscription instanceof Subscription.Topics topics) {
            subscribe(topics.names());
        } else if (subscription instanceof Subscription.Matching matching) {
            subscribe(matching.pattern());
        }
        setState(State.RUNNING);
        poller.start();
    }

    /** One pass of the library's control loop: takes results in, gives records out, sleeps if there is neither. */
    void pass() throws TimeoutException, ExecutionException, InterruptedException {
        tasks.run();
        controlLoop(context -> List.of(), result -> {
        });
    }

    /** The last pass: takes the last results in, ends the dispatch thread, commits, and ends the poll thread. */
    void lastPass() throws TimeoutException, ExecutionException, InterruptedException {
        poller.commits().collectAlways(true);
        setState(State.CLOSING);
        registerWork(nothing);
        pass();
    }

    /**
     * Commits what the library knows to be done, and ends the threads when it can't. A library that has failed may fail
     * at the first of these too; a poll thread that then stayed would keep the partitions from the group's other members.
     */
    void abandon() {
        workerThreadPool.get().shutdownNow();
        try {
            poller.commits().collectAlways(true);
            poller.commits().collect();
        } finally {
            poller.closeAndWait();
        }
    }

    /** From the next pass on, no record is given out. Called on any thread. */
    void stopGivingOut() {
        givingOut = false;
    }

    RecordPoller poller() {
        return poller;
    }

    @Nullable
    Thread dispatchThread() {
        return dispatchThread;
    }

    Assignment assignment() {
        return assignment;
    }

    @Override
    public void succeeded(WorkContainer<byte[], byte[]> work) {
        work.onUserFunctionSuccess();
        addToMailbox(NO_CONTEXT, work);
    }

    @Override
    public void failed(WorkContainer<byte[], byte[]> work, RetryDelay delay) {
        work.onUserFunctionFailure(delay);
        addToMailbox(NO_CONTEXT, work);
    }

    @Override
    public boolean returnedAsStale(WorkContainer<byte[], byte[]> work) {
        boolean stale = wm.checkIfWorkIsStale(work);
        if (stale) {
            addToMailbox(NO_CONTEXT, work);
        }
        return stale;
    }

    @Override
    public void broken(Throwable cause) {
        tasks.post(() -> {
            throw new IllegalStateException("Records can't be handed over", cause);
        });
    }

    @Override
    public void drained() {
        tasks.wakeUp();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        boolean known = consumer.withCommitted(partitions, poller::isClosing,
                () -> tasks.runAndWait(() -> super.onPartitionsAssigned(partitions)));
        if (known) {
            poller.limit().assigned(partitions);
            assignment.add(partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        Set<TopicPartition> leaving = assignment.oursOf(partitions);
        departure.await(leaving, poller::isClosing);
        // Once the first task has run there is a pass before the second, which takes in the results that came before.
        tasks.runAndWait(() -> {
        });
        tasks.runAndWait(() -> {
            poller.commits().collectAlways(true);
            super.onPartitionsRevoked(leaving);
            poller.commits().collectAlways(poller.isClosing());
        });
        poller.commits().sendAndWait(COMMIT_OF_REVOKED);
        forget(leaving);
        departure.ended();
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        Set<TopicPartition> lost = assignment.oursOf(partitions);
        tasks.runAndWait(() -> super.onPartitionsLost(lost));
        forget(lost);
    }

    private void forget(Set<TopicPartition> partitions) {
        poller.commits().rebalanced();
        poller.limit().removed(partitions);
        assignment.remove(partitions);
    }

    @Override
    protected <R> void submitWorkToPool(Function<PollContextInternal<byte[], byte[]>, List<R>> unused,
            Consumer<R> unusedToo, List<WorkContainer<byte[], byte[]>> work) {
        if (!work.isEmpty()) {
            workerThreadPool.get().execute(() -> work.forEach(recipient));
        }
    }

    /** How many more records may run now: as many as are not out. The library would queue more for its threads. */
    @Override
    protected int calculateQuantityToRequest() {
        return givingOut ? options.getTargetAmountOfRecordsInFlight() - wm.getNumberRecordsOutForProcessing() : 0;
    }

    @Override
    protected void checkPipelinePressure() {
        // Nothing: there is no queue of a thread pool to keep filled.
    }

    /** Called by the library's constructor, when no field is set. */
    @Override
    protected ThreadPoolExecutor setupWorkerPool(int unused) {
        String name = "parallel-kafka-" + options.getPcInstanceTag() + "-dispatch";
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            dispatchThread = thread;
            return thread;
        });
    }
}
