package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.Subscription;
import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.client.ConsumerConnection;

/**
 * One consumer's membership of the group: what is done between two of its polls, and how it ends.
 *
 * <p>
 * Thread safety: called on the poll thread, but for what says otherwise.
 */
final class Membership<K, V> {

    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);
    private static final Duration SHORTEST_POLL = Duration.ofMillis(1);
    private static final Duration POLL_OF_REBALANCE = Duration.ofMillis(100);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(2);
    private static final Duration QUESTION = Duration.ofSeconds(1);
    /** For the last commit, and again for leaving the group. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    /** The same, where the consumer is not as it should be, or no broker is connected. */
    private static final Duration SHORT_FAREWELL = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final Dispatcher<K, V> dispatcher;
    private final Intake<K, V> intake;
    private final PollSignal signal;
    private final Committer<K, V> committer;
    private final Arrivals<K, V> arrivals;
    private final Rebalances<K, V> rebalances;
    private final MetadataLimit<K, V> limit;
    private final PartitionFlow<K, V> flow;
    private final ConsumerConnection connection;
    private final Ending ending;
    private final LongSupplier nanoClock;
    private long lastAskedNanos;

    Membership(ChannelSettings settings, Consumer<byte[], byte[]> consumer, Dispatcher<K, V> dispatcher,
            Backpressure backpressure, Intake<K, V> intake, LastKnown lastKnown, MetadataRoom room, Ending ending,
            LongSupplier nanoClock) {
        this.consumer = consumer;
        this.dispatcher = dispatcher;
        this.intake = intake;
        this.signal = new PollSignal(consumer::wakeup);
        this.committer = new Committer<>(settings.channel(), consumer, dispatcher, lastKnown, room,
                settings.commitInterval(), nanoClock);
        this.arrivals = new Arrivals<>(settings.channel(), consumer, dispatcher, lastKnown, nanoClock);
        this.rebalances = new Rebalances<>(settings, arrivals, dispatcher, committer, lastKnown, signal,
                ending::nanosLeft, nanoClock);
        this.limit = new MetadataLimit<>(settings.channel(), dispatcher, room, nanoClock);
        this.flow = new PartitionFlow<>(consumer, dispatcher, backpressure, nanoClock);
        this.ending = ending;
        this.nanoClock = nanoClock;
        this.lastAskedNanos = nanoClock.getAsLong();
        this.connection = new ConsumerConnection(consumer, nanoClock);
        subscribe(settings.subscription());
    }

    private void subscribe(Subscription subscription) {
        if (subscription instanceof Subscription.Topics topics) {
            consumer.subscribe(topics.names(), rebalances);
        } else if (subscription instanceof Subscription.Matching matching) {
            consumer.subscribe(matching.pattern(), rebalances);
        }
    }

    /** Commits, decodes what is due, regulates, polls, takes in, hands out. */
    void cycle() {
        arrivals.open();
        committer.commitIfDue();
        intake.catchUp();
        limit.watch();
        flow.regulate();
        ConsumerRecords<byte[], byte[]> polled = poll();
        intake.take(polled);
        dispatcher.handOut();
        connection.look();
        if (flow.look()) {
            arrivals.settleWhereTheyBegin();
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        return poll(longestPoll());
    }

    private ConsumerRecords<byte[], byte[]> poll(Duration longest) {
        try {
            return consumer.poll(signal.pollStarts(longest));
        } catch (WakeupException e) {
            return ConsumerRecords.empty();
        } finally {
            signal.pollEnded();
        }
    }

    private Duration longestPoll() {
        long untilTask = Math.min(Math.min(committer.nanosToNext(), limit.nanosToNextLook()), Math.min(
                arrivals.nanosToNextTry(), dispatcher.takeDueRetriesOrNanosToNext(ending.nanosLeft())));
        // Asked after the retries: one that has become due on another thread meanwhile is among these.
        if (intake.isBehind()) {
            return SHORTEST_POLL;
        }
        return Duration.ofNanos(Math.max(SHORTEST_POLL.toNanos(), Math.min(untilTask, LONGEST_POLL.toNanos())));
    }

    /** Ends a poll that waits, or the next one at once. Called on any thread. */
    void endPoll() {
        signal.endPoll();
    }

    /** Called on any thread. */
    boolean isConnected() {
        return connection.isUp();
    }

    /** Called on any thread. */
    boolean hasJoined() {
        return rebalances.haveJoined();
    }

    /** Called on any thread. */
    boolean isRebalancing() {
        return rebalances.isUnderWay();
    }

    /** What is assigned and not fetched, as it is not known yet what was done of it. */
    Set<TopicPartition> unopened() {
        return arrivals.unopened();
    }

    /** Why partitions can't be opened, or offsets committed, at present; null if they can. Called on any thread. */
    @Nullable
    Throwable fault() {
        Throwable ofArrivals = arrivals.fault();
        return ofArrivals != null ? ofArrivals : committer.fault();
    }

    /** Whether the brokers, asked now and then, no longer deny any of these topics. */
    boolean mayRead(Set<String> topics) {
        long now = nanoClock.getAsLong();
        if (now - lastAskedNanos < BETWEEN_QUESTIONS.toNanos()) {
            return false;
        }
        lastAskedNanos = now;
        try {
            topics.forEach(topic -> PollSignal.unlessWokenUp(() -> consumer.partitionsFor(topic, QUESTION)));
            return true;
        } catch (TopicAuthorizationException | RetriableException e) {
            return false;
        }
    }

    /** Nothing more is handed out; waits, within the bound of a revocation, for what is in flight. */
    void letGo() {
        rebalances.letGoOfAll();
    }

    /** Commits what is done. Does not take long where no broker is connected. */
    void commitAll() {
        Duration timeout = farewell();
        long end = nanoClock.getAsLong() + timeout.toNanos();
        boolean isRefused = !rebalances.commitAll(timeout);
        while (isRefused && end - nanoClock.getAsLong() > 0 && goOnWithRebalance()) {
            isRefused = !rebalances.commitAll(timeout);
        }
    }

    /** Nothing can be committed before a rebalance is over, and only polls get it there. */
    private boolean goOnWithRebalance() {
        flow.regulate();
        try {
            intake.take(poll(POLL_OF_REBALANCE));
            return true;
        } catch (KafkaException e) {
            return Faults.remedyFor(e) == Faults.Remedy.TRY_AGAIN;
        }
    }

    private Duration farewell() {
        return connection.isUp() ? FAREWELL : SHORT_FAREWELL;
    }

    /** The partitions of which something is done and not committed. */
    Set<TopicPartition> uncommitted() {
        return committer.partitionsToCommit();
    }

    /** Leaves the group. Does not take long where no broker is connected. */
    void leave() {
        Duration timeout = farewell();
        try {
            rebalances.lose();
        } finally {
            close(timeout);
        }
    }

    /** Tries to commit what is done, once, with a consumer that may not be able to. */
    void commitQuickly() {
        if (connection.isUp()) {
            rebalances.commitAll(SHORT_FAREWELL);
        }
    }

    /** Leaves without a commit: the partitions are lost. Does not take long. */
    void abandon() {
        try {
            rebalances.lose();
        } finally {
            close(connection.isUp() ? SHORT_FAREWELL : Duration.ZERO);
        }
    }

    private void close(Duration timeout) {
        try {
            PollSignal.<@Nullable Void>unlessWokenUp(() -> {
                consumer.close(CloseOptions.timeout(timeout));
                return null;
            });
        } catch (KafkaException e) {
            // It is closed all the same, and there is no other consumer to do better.
        }
    }
}
