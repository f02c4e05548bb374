package io.quarkiverse.parallelkafka.benchmark.application;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

import io.smallrye.mutiny.helpers.Subscriptions;
import io.smallrye.reactive.messaging.connector.InboundConnector;
import io.smallrye.reactive.messaging.providers.connectors.ExecutionHolder;
import io.smallrye.reactive.messaging.providers.locals.ContextAwareMessage;
import io.vertx.core.Context;
import io.vertx.core.impl.VertxInternal;

/**
 * Messages out of nowhere, as many as the application asks for: what the framework, the threads and the application's
 * methods reach if there is neither Kafka nor an engine. No connector can be quicker than that.
 */
@ApplicationScoped
@Connector("in-process")
class InProcess implements InboundConnector {

    private static final String VALUE = "x".repeat(200);

    private final VertxInternal vertx;

    InProcess(ExecutionHolder execution) {
        this.vertx = (VertxInternal) execution.vertx().getDelegate();
    }

    @Override
    public Flow.Publisher<? extends Message<?>> getPublisher(Config config) {
        return subscriber -> subscriber.onSubscribe(new Lane(subscriber, vertx.createEventLoopContext()));
    }

    /** One message at a time: the next one after the ack of the one before. Its state belongs to its context. */
    private static final class Lane implements Flow.Subscription {

        private final Flow.Subscriber<? super Message<String>> subscriber;
        private final Context context;
        private long demand;
        private boolean isBusy;

        Lane(Flow.Subscriber<? super Message<String>> subscriber, Context context) {
            this.subscriber = subscriber;
            this.context = context;
        }

        @Override
        public void request(long n) {
            context.runOnContext(ignored -> {
                demand = Subscriptions.add(demand, n);
                emitIfFree();
            });
        }

        private CompletionStage<Void> acknowledged() {
            context.runOnContext(ignored -> {
                isBusy = false;
                emitIfFree();
            });
            return CompletableFuture.completedFuture(null);
        }

        private void emitIfFree() {
            if (!isBusy && demand > 0) {
                isBusy = true;
                demand--;
                subscriber.onNext(ContextAwareMessage.withContextMetadata(Message.of(VALUE, this::acknowledged)));
            }
        }

        @Override
        public void cancel() {
            // The process ends with the measurement.
        }
    }
}
