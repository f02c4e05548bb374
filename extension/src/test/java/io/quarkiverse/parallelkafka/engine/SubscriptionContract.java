package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.Subscription;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/** What an engine reads, and when it can begin to. */
interface SubscriptionContract extends EngineFactory {

    @Test
    default void topics_areAllRead() {
        TestChannel one = TestChannel.create(1);
        TestChannel other = TestChannel.create(2);
        one.send(0, 10, i -> "key" + i);
        other.send(1, 10, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(20);
        Subscription both = new Subscription.Topics(List.of(one.topic(), other.topic()));
        try (EngineRun<String, String> run = EngineRun.start(engine(one.settings(KEY, 4, both)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 20);
            assertThat(run.engine().snapshot().assigned()).hasSize(3);
        }
        done.check();
    }

    @Test
    default void pattern_matchesTopicsThatAreCreatedLater() {
        TestChannel channel = TestChannel.create(1);
        channel.send(0, 10, i -> "key" + i);
        Subscription matching = new Subscription.Matching(Pattern.compile(channel.topic() + "(-later)?"));
        AtLeastOnce done = new AtLeastOnce(20);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4, matching)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> done.count() == 10);
            TestBroker.createTopic(channel.topic() + "-later", 1);
            channel.onTopic(channel.topic() + "-later").send(0, 10, i -> "key" + i);
            run.until(() -> done.count() == 20);
        }
    }

    @Test
    default void topic_mayBeCreatedAfterTheStart() {
        TestChannel channel = TestChannel.withoutTopic();
        AtLeastOnce done = new AtLeastOnce(10);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                delivery -> Outcome.done(), done)) {
            run.until(() -> run.engine().snapshot().connected());
            channel.send(0, 10, i -> "key" + i);
            run.until(() -> done.count() == 10);
            assertThat(run.engine().snapshot().joined()).isTrue();
        }
    }

    /** Observers of a consumer, such as Quarkus's metrics, let go of it when they hear of it for the second time. */
    @Test
    default void consumer_isShownWhenItIsCreated_andAgainWhenItIsClosed() {
        Queue<Consumer<?, ?>> shown = new ConcurrentLinkedQueue<>();
        ParallelEngine<String, String> engine = create(TestChannel.create(1).settings(KEY, 4),
                new RecordDecoder<>(new StringDeserializer(), new StringDeserializer()), shown::add);
        engine.start();
        assertThat(shown).hasSize(1);
        eventually().until(() -> engine.snapshot().joined());
        assertThat(shown).hasSize(1);
        engine.close(Duration.ofSeconds(10));
        assertThat(shown).hasSize(2).containsOnly(shown.peek());
    }

    @Test
    default void consumer_isShownWhenItIsCreated_andDoesNotCommitByItself() {
        TestChannel channel = TestChannel.create(1);
        AtomicReference<Consumer<?, ?>> shown = new AtomicReference<>();
        ParallelEngine<String, String> engine = create(channel.settings(KEY, 4),
                new RecordDecoder<>(new StringDeserializer(), new StringDeserializer()), shown::set);
        assertThat(shown).hasNullValue();
        engine.start();
        assertThat(shown.get().metrics()).isNotEmpty();
        channel.send(0, 10, i -> "key" + i);
        // Nobody asks for a record, so none is done.
        eventually().until(() -> engine.snapshot().waiting() == 10);
        engine.close(Duration.ofSeconds(10));
        assertThat(channel.nextToRead(0)).isZero();
    }
}
