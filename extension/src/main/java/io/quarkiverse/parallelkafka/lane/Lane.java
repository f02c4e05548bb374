package io.quarkiverse.parallelkafka.lane;

import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.RecordHandler;
import io.smallrye.mutiny.helpers.Subscriptions;
import io.vertx.core.impl.ContextInternal;

/**
 * One of a channel's identical streams into the application: carries one record at a time.
 *
 * <p>
 * Thread safety: every field is touched on the lane's own event-loop context only, which is also where the messages are
 * built and emitted; whatever comes from another thread is run there.
 *
 * @param <K> the type of the records' keys
 * @param <V> the type of the records' values
 */
final class Lane<K, V>
        implements
            Flow.Publisher<Message<V>>,
            Flow.Subscription,
            RecordHandler<K, V>,
            Attempt.Carrier<K, V> {

    private enum State {
        /** Its subscriber is being told of it: what it requests meanwhile counts, and nothing is emitted yet. */
        NEW,
        /** Has no record, and no demand. */
        IDLE,
        /** Has asked the engine for a record. */
        ASKED,
        /** Carries a record that has no outcome yet. */
        BUSY,
        /** Takes nothing more. */
        CANCELLED
    }

    private final ParallelChannel<K, V> channel;
    private final ContextInternal context;

    private final AtomicBoolean subscribed = new AtomicBoolean();
    /** Written before anything can be requested. */
    private Flow.@Nullable Subscriber<? super Message<V>> subscriber;
    private State state = State.NEW;
    private long demand;
    private @Nullable Attempt<K, V> carried;

    /**
     * @param context a root event-loop context that no other lane has: blocking work is ordered by root context, so lanes
     *        that shared one would wait for each other
     */
    Lane(ParallelChannel<K, V> channel, ContextInternal context) {
        this.channel = channel;
        this.context = context;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Message<V>> newSubscriber) {
        if (!subscribed.compareAndSet(false, true)) {
            Subscriptions.fail(newSubscriber,
                    new IllegalStateException("A lane of channel '" + channel.name() + "' takes one subscriber"));
            return;
        }
        subscriber = newSubscriber;
        newSubscriber.onSubscribe(this);
        onContext(this::open);
        channel.laneSubscribed();
    }

    private void open() {
        if (state == State.NEW) {
            state = State.IDLE;
            askForRecord();
        }
    }

    @Override
    public void request(long n) {
        onContext(() -> {
            if (n <= 0) {
                fail(Subscriptions.getInvalidRequestException());
                return;
            }
            demand = Subscriptions.add(demand, n);
            completeIfDone();
            askForRecord();
        });
    }

    @Override
    public void cancel() {
        onContext(() -> {
            if (state != State.CANCELLED) {
                state = State.CANCELLED;
                end();
            }
        });
    }

    /** Called by the engine, on any thread. Always a task of its own, so that an ack inside onNext can't recurse. */
    @Override
    public void handle(Delivery<K, V> delivery) {
        context.runOnContext(ignored -> emit(delivery));
    }

    private void askForRecord() {
        if (state == State.IDLE && demand > 0) {
            state = State.ASKED;
            channel.engine().request(this);
        }
    }

    private void emit(Delivery<K, V> delivery) {
        if (state == State.CANCELLED) {
            delivery.retryAfter(Duration.ZERO);
            return;
        }
        state = State.BUSY;
        Attempt<K, V> attempt = new Attempt<>(channel, delivery, this);
        carried = attempt;
        Message<V> message;
        try {
            message = attempt.message();
        } catch (Throwable e) {
            // Undecodable, or no valid CloudEvent: the record fails, the lane goes on.
            attempt.fail(e);
            return;
        }
        demand--;
        try {
            subscriber.onNext(message);
            completeIfDone();
        } catch (Throwable e) {
            // A subscriber must not throw. If one does, its record has failed, and the channel must not end in silence.
            attempt.fail(e);
        }
    }

    /** A method that never acknowledges is done with its record when its stream asks for the next one. */
    private void completeIfDone() {
        if (carried != null && demand > 0 && channel.completion() == Completion.ON_NEXT_REQUEST) {
            carried.succeed();
        }
    }

    private void end() {
        Attempt<K, V> abandoned = carried;
        boolean carriesRecord = abandoned != null && !abandoned.isSettled();
        channel.laneCancelled(carriesRecord);
        if (carriesRecord) {
            // After the channel has stopped handing out records, which it does at once, so that it waits for none of these.
            abandoned.giveUp();
        }
    }

    @Override
    public @Nullable RecordHandler<K, V> next() {
        if (!context.inThread() || state != State.BUSY || demand == 0) {
            return null;
        }
        carried = null;
        state = State.ASKED;
        return this;
    }

    @Override
    public void free() {
        onContext(() -> {
            carried = null;
            if (state == State.BUSY) {
                state = State.IDLE;
                askForRecord();
            }
        });
    }

    private void onContext(Runnable task) {
        if (context.inThread()) {
            task.run();
        } else {
            context.runOnContext(ignored -> task.run());
        }
    }

    private void fail(Throwable cause) {
        if (state != State.CANCELLED) {
            state = State.CANCELLED;
            subscriber.onError(cause);
            end();
        }
    }
}
