package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.Ending;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/**
 * The built-in engine without its thread: a test takes the poll thread's steps itself, and decides what becomes of each
 * delivery. The clock stands still between them.
 */
final class TestMembership {

    static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);
    static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    final ManualClock clock = new ManualClock();
    final FakeLog log;
    final Dispatcher<String, String> dispatcher;
    final Ending ending;
    /** Deliveries that began, in their order. */
    final List<Delivery<String, String>> begun = new CopyOnWriteArrayList<>();
    /** How often the poll was to end. */
    int told;

    private final ChannelSettings settings;
    private final Backpressure backpressure;
    private final Intake<String, String> intake;
    private final LastKnown lastKnown = new LastKnown();
    private final MetadataRoom room;
    FakeConsumer consumer;
    Membership<String, String> membership;

    private TestMembership(ChannelSettings settings, FakeLog log, Function<ManualClock, Deserializer<String>> values) {
        this.settings = settings;
        this.log = log;
        this.ending = new Ending(clock);
        this.room = new MetadataRoom(settings.channel());
        this.backpressure = new Backpressure(settings.maxWaiting(), settings.maxHeldUp(),
                settings.maxWaitingBytes());
        this.dispatcher = new Dispatcher<>(settings.ordering(), settings.maxConcurrency(), backpressure, clock,
                new Dispatcher.Listener() {
                    @Override
                    public void endPoll() {
                        told++;
                        membership.endPoll();
                    }

                    @Override
                    public void handlerThrew(RecordAttempt<?, ?> attempt, Duration delay, Throwable cause) {
                        // It is retried.
                    }

                    @Override
                    public void handlerThrewLate(RecordAttempt<?, ?> attempt, Throwable cause) {
                        // The outcome stands.
                    }
                });
        this.intake = new Intake<>(settings.channel(),
                new RecordDecoder<>(new StringDeserializer(), values.apply(clock)), dispatcher,
                clock);
        join();
    }

    static SettingsBuilder settings(Ordering ordering) {
        return SettingsBuilder.channel("mock").ordering(ordering).commitInterval(COMMIT_INTERVAL)
                .shutdownTimeout(SHUTDOWN_TIMEOUT);
    }

    /** A member that has nothing assigned yet. */
    static TestMembership of(ChannelSettings settings) {
        return of(settings, new FakeLog(settings.channel()));
    }

    /** A member of a log that another one may have committed to. */
    static TestMembership of(ChannelSettings settings, FakeLog log) {
        return new TestMembership(settings, log, clock -> new StringDeserializer());
    }

    /** A member that decodes values in a way of its own, which may take time. */
    static TestMembership decoding(ChannelSettings settings, FakeLog log,
            Function<ManualClock, Deserializer<String>> values) {
        return new TestMembership(settings, log, values);
    }

    static TestMembership of(Ordering ordering) {
        return of(settings(ordering).build());
    }

    /** A new consumer. */
    void join() {
        consumer = new FakeConsumer(log);
        membership = new Membership<>(settings, consumer, dispatcher, backpressure, intake, lastKnown, room, ending,
                clock);
    }

    TestMembership assign(int... partitions) {
        Set<TopicPartition> assigned = partitions(partitions);
        consumer.inPoll(() -> consumer.rebalance(assigned));
        return cycle();
    }

    void lose(int... partitions) {
        Set<TopicPartition> lost = partitions(partitions);
        consumer.inPoll(() -> consumer.lose(lost));
        cycle();
    }

    private Set<TopicPartition> partitions(int... numbers) {
        return IntStream.of(numbers).mapToObj(log::partition).collect(Collectors.toSet());
    }

    TestMembership cycle() {
        membership.cycle();
        return this;
    }

    /** Lets the commit interval go by; the commit that is due then ends, too. */
    TestMembership commit() {
        clock.advance(COMMIT_INTERVAL);
        return cycle();
    }

    /** Lanes ask for a record each. */
    TestMembership request(int lanes) {
        for (int lane = 0; lane < lanes; lane++) {
            dispatcher.request(begun::add);
        }
        return this;
    }

    /** The offsets of the deliveries that began, in their order. */
    List<Long> offsets() {
        return begun.stream().map(delivery -> delivery.raw().offset()).toList();
    }

    /** The latest delivery of an offset. */
    Delivery<String, String> delivery(long offset) {
        List<Delivery<String, String>> all = new ArrayList<>(begun);
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).raw().offset() == offset) {
                return all.get(i);
            }
        }
        throw new AssertionError("No delivery of offset " + offset + ", but of " + offsets());
    }

    void succeed(long... offsets) {
        for (long offset : offsets) {
            delivery(offset).succeed();
        }
    }

    PartitionAssignment<String, String> assignment(int partition) {
        return dispatcher.with(assignments -> assignments.get(log.partition(partition)));
    }

    /** How many bytes of records the channel holds. */
    long held() {
        return dispatcher.with(assignments -> backpressure.bytes().held());
    }

    void stopTakingIn() {
        dispatcher.stop();
        dispatcher.with(assignments -> {
            backpressure.stop();
            return assignments;
        });
    }
}
