package io.quarkiverse.parallelkafka.engine.builtin;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.EngineFactory;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;

/** The built-in engine with its thread, on consumers that get the same partitions each. */
final class TestEngine implements AutoCloseable {

    /** Longer than any test takes. */
    static final Duration LONG = Duration.ofMinutes(1);

    private static final AtomicInteger NEXT = new AtomicInteger();

    final FakeLog log;
    final BuiltInEngine<String, String> engine;
    /** Those that were created, in their order. */
    final List<FakeConsumer> consumers = new CopyOnWriteArrayList<>();
    final List<Delivery<String, String>> begun = new CopyOnWriteArrayList<>();
    /** How often no broker was reachable when a consumer was to be created. */
    final AtomicInteger unreachable = new AtomicInteger();
    private final AtomicInteger unreachableLeft = new AtomicInteger();
    private final Set<TopicPartition> assigned;
    private final String name;

    private TestEngine(ChannelSettings settings, LongSupplier clock, int... partitions) {
        this.name = settings.channel();
        this.log = new FakeLog(settings.channel());
        this.assigned = IntStream.of(partitions).mapToObj(log::partition).collect(Collectors.toSet());
        this.engine = new BuiltInEngine<>(settings,
                new RecordDecoder<>(new StringDeserializer(), new StringDeserializer()), this::consumer, clock);
    }

    static TestEngine of(ChannelSettings settings, LongSupplier clock, int... partitions) {
        return new TestEngine(settings, clock, partitions);
    }

    /** For a channel of its own, ordered by key. */
    static SettingsBuilder settings() {
        return SettingsBuilder.channel("mock-" + NEXT.incrementAndGet()).ordering(Ordering.KEY).maxConcurrency(10)
                .commitInterval(Duration.ofMillis(100)).shutdownTimeout(LONG);
    }

    private Consumer<byte[], byte[]> consumer() {
        if (unreachableLeft.getAndDecrement() > 0) {
            unreachable.incrementAndGet();
            throw new UnreachableBrokersException("nowhere:9092", new KafkaException("unresolved"));
        }
        FakeConsumer consumer = new FakeConsumer(log).waiting();
        consumer.inPoll(() -> consumer.rebalance(assigned));
        consumers.add(consumer);
        return consumer;
    }

    /** So many consumers can't be created. */
    TestEngine unreachable(int times) {
        unreachableLeft.set(times);
        return this;
    }

    TestEngine start(int lanes) {
        engine.start();
        return request(lanes);
    }

    TestEngine request(int lanes) {
        for (int lane = 0; lane < lanes; lane++) {
            engine.request(begun::add);
        }
        return this;
    }

    FakeConsumer consumer(int number) {
        until(() -> consumers.size() > number);
        return consumers.get(number);
    }

    Delivery<String, String> delivery(int number) {
        until(() -> begun.size() > number);
        return begun.get(number);
    }

    EngineSnapshot.State state() {
        return engine.snapshot().state();
    }

    void until(Callable<Boolean> reached) {
        EngineFactory.eventually().until(reached);
    }

    /** Closes on a thread of its own. */
    CompletableFuture<Void> closing(Duration timeout) {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            engine.close(timeout);
            closing.complete(null);
        }, "closer");
        closer.start();
        // The engine knows by when it is to end before its closer waits for that.
        until(() -> closing.isDone() || closer.getState() == Thread.State.TIMED_WAITING
                && state() != EngineSnapshot.State.RUNNING);
        return closing;
    }

    /** Returns once the poll thread is about to take all partitions away, as in a rebalance. */
    void beginRevocation() {
        FakeConsumer latest = consumers.get(consumers.size() - 1);
        CompletableFuture<Void> began = new CompletableFuture<>();
        latest.inPoll(() -> {
            began.complete(null);
            latest.rebalance(Set.of());
        });
        began.join();
    }

    Thread pollThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("parallel-kafka-" + name + "-poll")).findAny().orElseThrow();
    }

    @Override
    public void close() {
        engine.close(Duration.ZERO);
    }
}
