package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;

/** Who hears of the consumers, of which none ever meets a broker here. */
class ByteConsumersTest {

    private static final CloseOptions AT_ONCE = CloseOptions.timeout(Duration.ZERO);

    private final ChannelSettings settings = SettingsBuilder.channel("none")
            .consumerProperties(Map.of("bootstrap.servers", "localhost:1", "group.id", "none")).build();
    private final List<Consumer<?, ?>> heard = new ArrayList<>();

    @Test
    void eachConsumer_isHeardOfWhenItIsCreated_andWhenItIsClosed() {
        ByteConsumers consumers = new ByteConsumers(settings, heard::add);
        List<Consumer<?, ?>> expected = new ArrayList<>();
        for (int replaced = 0; replaced < 20; replaced++) {
            Consumer<byte[], byte[]> consumer = consumers.get();
            consumer.close(AT_ONCE);
            consumer.close(AT_ONCE);
            expected.addAll(List.of(consumer, consumer));
        }
        assertThat(heard).isEqualTo(expected);
    }

    @Test
    void whoFailsToHearOfTheEnd_doesNotKeepAConsumerFromClosing() {
        Consumer<byte[], byte[]> consumer = new ByteConsumers(settings, each -> {
            heard.add(each);
            if (heard.size() == 2) {
                throw new IllegalStateException("on purpose");
            }
        }).get();
        consumer.close(AT_ONCE);
        assertThat(heard).hasSize(2);
        assertThatIllegalStateException().isThrownBy(consumer::subscription).withMessageContaining("closed");
    }

    @Test
    void whoFailsToHearOfTheBeginning_isNotToldOfTheEnd() {
        ByteConsumers consumers = new ByteConsumers(settings, each -> {
            heard.add(each);
            throw new IllegalStateException("on purpose");
        });
        assertThatIllegalStateException().isThrownBy(consumers::get);
        assertThat(heard).hasSize(1);
    }
}
