package io.quarkiverse.parallelkafka.engine.builtin;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.time.Duration;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.Lifecycle;

/**
 * What the poll thread does, from the start to the end: it owns the consumer and never waits for the application. It goes
 * on polling while the engine stops, so that the membership is kept until the records in flight have ended. From faults it
 * recovers as far as a consumer can.
 */
final class PollLoop<K, V> implements Runnable {

    private final String channel;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Function<Consumer<byte[], byte[]>, Membership<K, V>> memberships;
    private final Dispatcher<K, V> dispatcher;
    private final Ending ending;
    private final Lifecycle lifecycle;
    private final LongSupplier nanoClock;
    private final Faults faults;
    private volatile @Nullable Membership<K, V> membership;

    /**
     * @param consumers creates consumers; throws {@link UnreachableBrokersException} if that may work later
     * @param memberships subscribes a consumer
     * @param lifecycle told on the poll thread how it ended
     */
    PollLoop(String channel, Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Consumer<byte[], byte[]>, Membership<K, V>> memberships, Dispatcher<K, V> dispatcher,
            Ending ending, Lifecycle lifecycle, LongSupplier nanoClock) {
        this.channel = channel;
        this.consumers = consumers;
        this.memberships = memberships;
        this.dispatcher = dispatcher;
        this.ending = ending;
        this.lifecycle = lifecycle;
        this.nanoClock = nanoClock;
        this.faults = new Faults(nanoClock);
    }

    /** Creates the first consumer, on the thread that starts the engine: what is wrong with its properties shows there. */
    void prepare() {
        try {
            join();
        } catch (UnreachableBrokersException e) {
            faults.met(e);
            log.consumerHasFault(channel, 0, described(e));
        }
    }

    private Membership<K, V> join() {
        Consumer<byte[], byte[]> consumer = consumers.get();
        try {
            Membership<K, V> joined = memberships.apply(consumer);
            membership = joined;
            return joined;
        } catch (RuntimeException | Error e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
    }

    @Override
    public void run() {
        try {
            while (goesOn()) {
                cycle();
            }
            int left = dispatcher.inFlight();
            if (left > 0) {
                log.stoppedWithRecordsInFlight(channel, left, ending.timeout().toMillis());
            }
            leave();
        } catch (Throwable e) {
            try {
                tellUncommitted();
                abandon();
            } finally {
                dispatcher.stop();
                lifecycle.failed(e);
            }
        } finally {
            lifecycle.ended();
        }
    }

    private boolean goesOn() {
        return !ending.isWanted() || dispatcher.inFlight() > 0 && ending.nanosLeft() > 0;
    }

    private void cycle() {
        try {
            Membership<K, V> present = membership;
            if (present == null && ending.isWanted()) {
                // What runs is of partitions that are lost. To join now would only take some from other members.
                waitFor(Duration.ofNanos(ending.nanosLeft()));
                return;
            }
            if (present == null) {
                present = join();
            }
            present.cycle();
            if (!present.isConnected()) {
                return;
            }
            if (faults.current() instanceof TopicAuthorizationException denied) {
                joinAgainOnceGranted(present, denied.unauthorizedTopics());
            } else {
                faults.seenNone();
            }
        } catch (RuntimeException e) {
            recoverFrom(e);
        }
    }

    /** A consumer tells once that a topic is denied, and then takes it for missing until its metadata are old. */
    private void joinAgainOnceGranted(Membership<K, V> present, Set<String> topics) {
        if (present.mayRead(topics)) {
            present.letGo();
            present.commitAll();
            membership = null;
            present.leave();
            faults.over();
        }
    }

    private void recoverFrom(RuntimeException fault) {
        Faults.Remedy remedy = Faults.remedyFor(fault);
        if (remedy == Faults.Remedy.NONE) {
            if (fault instanceof KafkaException) {
                commitBeforeTheEnd();
            }
            throw fault;
        }
        Duration delay = faults.met(fault);
        log.consumerHasFault(channel, delay.toMillis(), described(fault));
        waitFor(delay);
        if (remedy == Faults.Remedy.NEW_CONSUMER && !ending.isWanted()) {
            // Only now: what was in flight had the time to end, and counts. Where the fault comes with the first records of
            // each consumer, nothing would be done else but the same records, again and again.
            commitBeforeTheEnd();
            abandon();
        }
    }

    /** Clients wrap what was wrong, some of it more than once. */
    private static String described(Throwable fault) {
        StringJoiner causes = new StringJoiner(", caused by ");
        for (Throwable each = fault; each != null; each = each.getCause()) {
            causes.add(each.toString());
        }
        return causes.toString();
    }

    private void commitBeforeTheEnd() {
        Membership<K, V> present = membership;
        if (present != null) {
            present.commitQuickly();
        }
    }

    /** What runs meanwhile goes on, retries included. */
    private void waitFor(Duration delay) {
        long end = nanoClock.getAsLong() + delay.toNanos();
        LongSupplier left = () -> goesOn() ? Math.min(end - nanoClock.getAsLong(), ending.nanosLeft()) : 0;
        while (left.getAsLong() > 0) {
            dispatcher.await(() -> dispatcher.takeDueRetriesOrNanosToNext(left.getAsLong()));
            dispatcher.handOut();
        }
    }

    private void leave() {
        // An interrupt, whoever it came from, would have the last commit refused.
        Thread.interrupted();
        Membership<K, V> present = membership;
        if (present != null) {
            present.commitAll();
            tellUncommitted();
            present.leave();
        }
    }

    private void tellUncommitted() {
        Membership<K, V> present = membership;
        Set<TopicPartition> uncommitted = present == null ? Set.of() : present.uncommitted();
        if (!uncommitted.isEmpty()) {
            log.endedUncommitted(channel, uncommitted);
        }
    }

    private void abandon() {
        Membership<K, V> present = membership;
        membership = null;
        if (present != null) {
            present.abandon();
        }
    }

    /** Ends a poll that waits, or the next one at once: there is something to do before. Called on any thread. */
    void endPoll() {
        Membership<K, V> present = membership;
        if (present != null) {
            present.endPoll();
        }
    }

    /** Ends the poll, and whatever else the poll thread waits for: the engine stops. Called on any thread. */
    void endAnyWait() {
        endPoll();
        dispatcher.endWait();
    }

    /** Called on any thread. */
    boolean isConnected() {
        Membership<K, V> present = membership;
        return present != null && present.isConnected();
    }

    /** Called on any thread. */
    boolean hasJoined() {
        Membership<K, V> present = membership;
        return present != null && present.hasJoined();
    }

    /** Called on any thread. */
    boolean isRebalancing() {
        Membership<K, V> present = membership;
        return present != null && present.isRebalancing();
    }

    /** What keeps it from fetching or committing; null if nothing does. Called on any thread. */
    @Nullable
    Throwable fault() {
        Throwable ofConsumer = faults.current();
        Membership<K, V> present = membership;
        return ofConsumer != null || present == null ? ofConsumer : present.fault();
    }
}
