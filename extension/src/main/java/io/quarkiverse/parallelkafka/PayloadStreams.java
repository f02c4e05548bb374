package io.quarkiverse.parallelkafka;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;

import io.quarkiverse.parallelkafka.config.ChannelSettingsReader;
import io.quarkiverse.parallelkafka.lane.Completion;
import io.quarkus.smallrye.reactivemessaging.runtime.QuarkusMediatorConfiguration;
import io.quarkus.smallrye.reactivemessaging.runtime.SmallRyeReactiveMessagingRecorder.SmallRyeReactiveMessagingContext;
import io.smallrye.reactive.messaging.MediatorConfiguration.Consumption;

/**
 * Methods on a stream of payloads, such as {@code Multi<O> m(Multi<T>)}.
 *
 * <p>
 * The framework acknowledges a record before such a method sees it, and to do so fetches the next one ahead. Both hide
 * when the method is done with a record. Without that acknowledgement the method's own requests reach the lane, and tell
 * just that: see {@link Completion#ON_NEXT_REQUEST}.
 */
final class PayloadStreams {

    private final SmallRyeReactiveMessagingContext messaging;

    PayloadStreams(SmallRyeReactiveMessagingContext messaging) {
        this.messaging = messaging;
    }

    /**
     * Turns the early acknowledgement off where every channel of the method is ours. Must run before the framework makes
     * the methods' streams.
     */
    void acknowledgeByRequest(ChannelSettingsReader settings) {
        messaging.getMediatorConfigurations().stream()
                .filter(method -> method.getConsumption() == Consumption.STREAM_OF_PAYLOAD)
                .filter(method -> method.getAcknowledgment() == Strategy.PRE_PROCESSING)
                .filter(method -> settings.channels().containsAll(method.getIncoming()))
                .forEach(method -> method.setAcknowledgment(Strategy.NONE));
    }

    /** @return what says that a record of the channel is done */
    Completion completionOf(String channel) {
        return messaging.getMediatorConfigurations().stream()
                .filter(method -> method.getIncoming().contains(channel))
                .map(QuarkusMediatorConfiguration::getAcknowledgment)
                .anyMatch(strategy -> strategy == Strategy.NONE) ? Completion.ON_NEXT_REQUEST : Completion.ON_ACK;
    }
}
