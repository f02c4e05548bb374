package io.quarkiverse.parallelkafka.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.config.Subscription;
import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;
import io.quarkiverse.parallelkafka.failure.FailureDecision;
import io.quarkiverse.parallelkafka.failure.FailureStrategy;
import io.quarkiverse.parallelkafka.failure.RetryForever;
import io.quarkiverse.parallelkafka.lane.FakeEngine.FakeDelivery;
import io.quarkiverse.parallelkafka.metrics.ChannelMetrics;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import io.smallrye.reactive.messaging.providers.locals.LocalContextMetadata;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;

class LaneTest {

    private static Vertx vertx;

    private final FakeEngine engine = new FakeEngine();
    private final CountedMetrics metrics = new CountedMetrics();
    private ParallelChannel<String, String> channel = channel(Completion.ON_ACK);

    @BeforeAll
    static void startVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void stopVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void firstSubscriber_startsTheEngine() {
        assertThat(engine.snapshot().state()).isEqualTo(State.NEW);

        subscribe(0);

        assertThat(engine.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void requestWithinOnSubscribe_waitsForItsEnd() {
        List<Integer> askedMeanwhile = new CopyOnWriteArrayList<>();
        channel.openLane().subscribe(new Subscriber(1, () -> {
            settle();
            askedMeanwhile.add(engine.asking());
        }));

        assertThat(askedMeanwhile).containsExactly(0);
        awaitAsking(1);
    }

    @Test
    void demandForMany_asksForOneRecordAtATime() {
        Subscriber lane = subscribe(Long.MAX_VALUE);
        awaitAsking(1);

        FakeDelivery first = engine.give("first");
        Message<String> message = lane.awaitMessage(1);
        assertThat(engine.asking()).isZero();

        message.ack().toCompletableFuture().join();
        assertThat(first.outcome()).isEqualTo("done");
        awaitAsking(1);
    }

    @Test
    void noDemand_asksForNothing() {
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        engine.give("only");
        lane.awaitMessage(1).ack().toCompletableFuture().join();
        settle();
        assertThat(engine.asking()).isZero();

        lane.request(1);
        awaitAsking(1);
    }

    @Test
    void message_isBuiltOnAContextOfItsOwn() {
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        engine.give("first");
        lane.awaitMessage(1);

        assertThat(lane.contexts).singleElement()
                .satisfies(context -> assertThat(context.isEventLoopContext()).isTrue());
        assertThat(lane.messages.get(0).getMetadata()
                .get(LocalContextMetadata.class))
                .hasValueSatisfying(local -> assertThat(VertxContext.isDuplicatedContext(local.context())).isTrue());
    }

    @Test
    void nack_isRetriedAndFreesTheLane() {
        Subscriber lane = subscribe(2);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        lane.awaitMessage(1).nack(new IllegalStateException("on purpose")).toCompletableFuture().join();

        assertThat(delivery.outcome()).isEqualTo("retry after 1000 ms");
        assertThat(metrics.failed).hasValue(1);
        awaitAsking(1);
    }

    @Test
    void nackWithoutAReason_isAFailureLikeAnother() {
        List<Throwable> causes = new CopyOnWriteArrayList<>();
        channel = channel(Completion.ON_ACK, attempt -> {
            causes.add(attempt.cause());
            return new FailureDecision.RetryAfter(Duration.ofSeconds(1));
        });
        Subscriber lane = subscribe(2);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        lane.awaitMessage(1).nack(null).toCompletableFuture().join();

        assertThat(causes).singleElement().isNotNull();
        assertThat(delivery.outcome()).isEqualTo("retry after 1000 ms");
        awaitAsking(1);
    }

    @Test
    void secondOutcome_isIgnored() {
        Subscriber lane = subscribe(2);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        Message<String> message = lane.awaitMessage(1);
        message.ack().toCompletableFuture().join();
        message.ack().toCompletableFuture().join();
        message.nack(new IllegalStateException("too late")).toCompletableFuture().join();

        assertThat(delivery.outcome()).isEqualTo("done");
        assertThat(metrics.processed).hasValue(1);
        assertThat(metrics.failed).hasValue(0);
        settle();
        assertThat(engine.asking()).isEqualTo(1);
    }

    @Test
    void undecodableRecord_failsAlone() {
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        FakeDelivery undecodable = engine.giveUndecodable();
        awaitAsking(1);
        engine.give("good");

        assertThat(lane.awaitMessage(1).getPayload()).isEqualTo("good");
        assertThat(undecodable.outcome()).isEqualTo("retry after 1000 ms");
    }

    @Test
    void throwingSubscriber_failsTheRecord_notTheLane() {
        Subscriber lane = subscribe(2);
        lane.throwing = true;
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        awaitAsking(1);
        assertThat(delivery.outcome()).isEqualTo("retry after 1000 ms");

        lane.throwing = false;
        engine.give("second");
        lane.awaitMessage(1);
    }

    @Test
    void laneCancelledWithARecord_failsTheChannel() {
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("never acknowledged");
        Message<String> message = lane.awaitMessage(1);
        lane.cancel();

        await().until(() -> channel.snapshot().state() == State.FAILED);
        assertThat(channel.snapshot().failure()).hasMessageContaining("ended while it carried a record");
        await().until(() -> engine.snapshot().state() == State.CLOSED);
        assertThat(delivery.outcome()).isEqualTo("retry after 0 ms");
        message.ack().toCompletableFuture().join();
        assertThat(delivery.outcome()).isEqualTo("retry after 0 ms");
    }

    static Stream<FailureStrategy> throwingStrategies() {
        return Stream.of(attempt -> {
            throw new IllegalArgumentException("on purpose");
        }, attempt -> {
            throw new NoClassDefFoundError("on purpose");
        }, attempt -> {
            throw (RuntimeException) attempt.cause();
        });
    }

    @ParameterizedTest
    @MethodSource("throwingStrategies")
    void throwingFailureStrategy_isRetriedAndFreesTheLane(FailureStrategy throwing) {
        channel = channel(Completion.ON_ACK, throwing);
        Subscriber lane = subscribe(2);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        lane.awaitMessage(1).nack(new IllegalStateException("on purpose")).toCompletableFuture().join();

        assertThat(delivery.outcome()).isEqualTo("retry after 1000 ms");
        awaitAsking(1);
    }

    @Test
    void throwingMeter_costsNeitherTheRecordNorTheLane() {
        metrics.throwing = true;
        Subscriber lane = subscribe(3);
        awaitAsking(1);
        FakeDelivery first = engine.give("first");
        Message<String> message = lane.awaitMessage(1);
        assertThatIllegalStateException().isThrownBy(message::ack);
        assertThat(first.outcome()).isEqualTo("done");
        awaitAsking(1);

        FakeDelivery second = engine.give("second");
        Message<String> next = lane.awaitMessage(2);
        assertThatIllegalStateException().isThrownBy(() -> next.nack(new IllegalArgumentException("on purpose")));
        assertThat(second.outcome()).isEqualTo("retry after 1000 ms");
        awaitAsking(1);
    }

    @Test
    void lastIdleLaneCancelled_closesTheEngineWithoutAFailure() {
        Subscriber first = subscribe(0);
        Subscriber second = subscribe(0);
        first.cancel();
        settle();
        assertThat(engine.snapshot().state()).isEqualTo(State.RUNNING);

        second.cancel();
        await().until(() -> engine.snapshot().state() == State.CLOSED);
        assertThat(channel.snapshot().failure()).isNull();
    }

    @Test
    void recordForACancelledLane_goesBackToTheEngine() {
        subscribe(0);
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        lane.cancel();
        FakeDelivery delivery = engine.give("too late");

        await().until(() -> delivery.outcome() != null);
        assertThat(delivery.outcome()).isEqualTo("retry after 0 ms");
    }

    @Test
    void payloadStream_recordIsDoneWhenTheNextIsRequested() {
        channel = channel(Completion.ON_NEXT_REQUEST);
        Subscriber lane = subscribe(1);
        awaitAsking(1);
        FakeDelivery delivery = engine.give("first");
        lane.awaitMessage(1).ack().toCompletableFuture().join();
        settle();
        assertThat(delivery.outcome()).isNull();

        lane.request(1);
        await().until(() -> "done".equals(delivery.outcome()));
        awaitAsking(1);
    }

    @Test
    void secondSubscriber_isRefused() {
        Flow.Publisher<Message<String>> lane = channel.openLane();
        lane.subscribe(new Subscriber(0));
        Subscriber second = new Subscriber(0);
        lane.subscribe(second);

        assertThat(second.failures).singleElement().isInstanceOf(IllegalStateException.class);
    }

    private ParallelChannel<String, String> channel(Completion completion) {
        return channel(completion, new RetryForever(Duration.ofSeconds(1), Clock.systemUTC()));
    }

    private ParallelChannel<String, String> channel(Completion completion, FailureStrategy failureStrategy) {
        ChannelSettings settings = SettingsBuilder.channel("lanes").maxConcurrency(2)
                .shutdownTimeout(Duration.ofSeconds(1)).build();
        Supplier<ContextInternal> contexts = ((VertxInternal) vertx)::createEventLoopContext;
        return new ParallelChannel<>(settings, engine, failureStrategy, completion,
                (name, snapshot) -> metrics, contexts);
    }

    private Subscriber subscribe(long demand) {
        Subscriber subscriber = new Subscriber(demand);
        channel.openLane().subscribe(subscriber);
        return subscriber;
    }

    private void awaitAsking(int lanes) {
        await().until(() -> engine.asking() == lanes);
    }

    /** Lets every event loop do what it was given before. */
    private static void settle() {
        Set<ContextInternal> loops = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            loops.add(((VertxInternal) vertx).createEventLoopContext());
        }
        loops.forEach(loop -> loop.executeBlocking(() -> true, false).toCompletionStage().toCompletableFuture().join());
        loops.forEach(loop -> {
            var done = new CompletableFuture<Void>();
            loop.runOnContext(ignored -> done.complete(null));
            done.join();
        });
    }

    private static final class Subscriber implements MultiSubscriber<Message<String>> {

        private final long demand;
        private final Runnable afterRequest;
        private final List<Message<String>> messages = new CopyOnWriteArrayList<>();
        private final List<Throwable> failures = new CopyOnWriteArrayList<>();
        private final List<ContextInternal> contexts = new CopyOnWriteArrayList<>();
        private volatile boolean throwing;
        private volatile Flow.Subscription subscription;

        Subscriber(long demand) {
            this(demand, () -> {
            });
        }

        /** @param afterRequest run before onSubscribe returns */
        Subscriber(long demand, Runnable afterRequest) {
            this.demand = demand;
            this.afterRequest = afterRequest;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            if (demand > 0) {
                newSubscription.request(demand);
            }
            afterRequest.run();
        }

        @Override
        public void onItem(Message<String> message) {
            if (throwing) {
                throw new IllegalStateException("on purpose");
            }
            contexts.add(ContextInternal.current());
            messages.add(message);
        }

        @Override
        public void onFailure(Throwable failure) {
            failures.add(failure);
        }

        @Override
        public void onCompletion() {
            failures.add(new IllegalStateException("completed"));
        }

        void request(long n) {
            subscription.request(n);
        }

        void cancel() {
            subscription.cancel();
        }

        Message<String> awaitMessage(int number) {
            await().until(() -> messages.size() >= number);
            return messages.get(number - 1);
        }
    }

    private static final class CountedMetrics implements ChannelMetrics {

        private final AtomicInteger processed = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private volatile boolean throwing;

        @Override
        public void processed(Duration elapsed) {
            count(processed);
        }

        @Override
        public void failed(Duration elapsed) {
            count(failed);
        }

        private void count(AtomicInteger outcomes) {
            if (throwing) {
                throw new IllegalStateException("on purpose");
            }
            outcomes.incrementAndGet();
        }

        @Override
        public void close() {
        }
    }
}
