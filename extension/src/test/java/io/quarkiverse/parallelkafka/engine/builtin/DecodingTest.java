package io.quarkiverse.parallelkafka.engine.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/** When records are decoded, and what becomes of those that could not be. */
class DecodingTest {

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Registry registry = new Registry();
    private final TestMembership engine = engine(Ordering.KEY);

    /** What the deserializer depends on. */
    private static final class Registry {
        boolean isDown;
        int decodings;
    }

    private TestMembership engine(Ordering ordering) {
        return TestMembership.decoding(TestMembership.settings(ordering).build(), clock -> new Deserializer<>() {

            @Override
            public String deserialize(String topic, byte[] bytes) {
                registry.decodings++;
                if (registry.isDown) {
                    throw new IllegalStateException("on purpose");
                }
                return new String(bytes, UTF_8);
            }
        });
    }

    private static void isUndecodable(Delivery<String, String> delivery) {
        assertThatExceptionOfType(UndecodableRecordException.class).isThrownBy(delivery::record);
    }

    private void failAll() {
        List<Delivery<String, String>> failed = List.copyOf(engine.begun);
        engine.begun.clear();
        failed.forEach(delivery -> delivery.retryAfter(RETRY));
        engine.request(failed.size());
    }

    @Test
    void recordThatCouldNotBeDecoded_isDecodedForEachAttempt_untilItIs() {
        registry.isDown = true;
        engine.log.appendAll(0, "a", "a", "b");
        engine.request(10).assign(0).cycle();
        assertThat(engine.offsets()).containsExactly(0L, 2L);
        for (int attempt = 1; attempt <= 3; attempt++) {
            engine.begun.forEach(DecodingTest::isUndecodable);
            failAll();
            engine.clock.advance(RETRY);
            engine.cycle().cycle();
            assertThat(engine.offsets()).containsExactly(0L, 2L);
            assertThat(registry.decodings).isEqualTo(3 + 2 * attempt);
        }
        failAll();
        registry.isDown = false;
        engine.clock.advance(RETRY);
        engine.cycle().cycle();
        assertThat(engine.begun).extracting(delivery -> delivery.record().key()).containsExactly("a", "b");
        engine.succeed(0, 2);
        assertThat(engine.offsets()).as("behind it in its key").containsExactly(0L, 2L, 1L);
    }

    @Test
    void recordThatIsToBeDecodedAgain_isNotDecodedByAnotherThread_norHoldsUpOthers() {
        registry.isDown = true;
        engine.log.appendAll(0, "a");
        engine.request(1).assign(0).cycle();
        failAll();
        engine.clock.advance(RETRY);
        engine.request(1);
        assertThat(engine.offsets()).as("the poll thread decodes").isEmpty();
        assertThat(registry.decodings).isEqualTo(1);

        registry.isDown = false;
        engine.log.append(0, "b");
        engine.cycle();
        assertThat(engine.offsets()).containsExactlyInAnyOrder(0L, 1L);
    }

    @Test
    void recordThatIsDueNow_endsThePoll_soThatItIsDecoded() {
        registry.isDown = true;
        engine.log.appendAll(0, "a");
        engine.request(2).assign(0).cycle();
        int told = engine.told;
        engine.delivery(0).retryAfter(Duration.ZERO);
        assertThat(engine.told).isGreaterThan(told);
    }

    @Test
    void recordOfAPartitionThatIsGone_isNotDecodedAgain() {
        registry.isDown = true;
        engine.log.appendAll(0, "a");
        engine.request(1).assign(0).cycle();
        failAll();
        engine.clock.advance(RETRY);
        engine.request(1);
        engine.consumer.lose(Set.of(engine.log.partition(0)));
        engine.cycle();
        assertThat(registry.decodings).isEqualTo(1);
        assertThat(engine.offsets()).isEmpty();
    }

    @Test
    void earlierAttempt_stillSaysThatItsRecordCouldNotBeDecoded_orHasIt() {
        registry.isDown = true;
        engine.log.appendAll(0, "a");
        engine.request(1).assign(0).cycle();
        Delivery<String, String> first = engine.delivery(0);
        failAll();
        engine.clock.advance(RETRY);
        engine.request(1).cycle().cycle();
        isUndecodable(first);
        failAll();
        registry.isDown = false;
        engine.clock.advance(RETRY);
        engine.cycle().cycle();
        assertThat(first.record()).isSameAs(engine.delivery(0).record());
    }
}
