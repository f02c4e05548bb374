package io.quarkiverse.parallelkafka.engine.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.UndecodableRecordException;

/** When records are decoded, and what becomes of those that could not be. */
class DecodingTest {

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Registry registry = new Registry();
    private TestMembership engine = engine(Ordering.KEY);

    /** What the deserializer depends on. */
    private static final class Registry {
        boolean isDown;
        Duration takes = Duration.ZERO;
        int decodings;
    }

    private TestMembership engine(Ordering ordering) {
        return engine(TestMembership.settings(ordering).maxConcurrency(1000).build());
    }

    private TestMembership engine(ChannelSettings settings) {
        return TestMembership.decoding(settings, new FakeLog("mock"), clock -> (topic, bytes) -> {
            registry.decodings++;
            clock.advance(registry.takes);
            if (registry.isDown) {
                throw new IllegalStateException("on purpose");
            }
            return new String(bytes, UTF_8);
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

    /** They are quick, but not those to which what they could not decode is handed. */
    @Test
    @SuppressWarnings("unchecked") // none is ever decoded
    void manyThatKafkasOwnDeserializerRefuses_doNotKeepThePollThreadFromPolling() {
        engine = TestMembership.decoding(TestMembership.settings(Ordering.KEY).build(), new FakeLog("mock"),
                clock -> (Deserializer<String>) (Deserializer<?>) new IntegerDeserializer());
        engine.log.appendAll(0, "a", "b", "c", "d", "e", "f");
        engine.request(6).assign(0).cycle();
        List<Delivery<String, String>> failed = List.copyOf(engine.begun);
        assertThat(failed).hasSize(6).allSatisfy(DecodingTest::isUndecodable);
        engine.begun.clear();
        failed.forEach(delivery -> delivery.retryAfter(RETRY));
        for (int lane = 0; lane < 6; lane++) {
            engine.dispatcher.request(delivery -> {
                engine.begun.add(delivery);
                engine.clock.advanceMillis(100);
            });
        }
        engine.clock.advance(RETRY);
        engine.cycle().cycle();
        assertThat(engine.begun).hasSize(3);
        engine.cycle();
        assertThat(engine.begun).hasSize(6);
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
    void decodingThatTakesLong_isDoneARecordAPoll_inOrder() {
        registry.takes = Duration.ofSeconds(10);
        engine.log.appendAll(0, "a", "b", "a", "c");
        engine.request(10).assign(0);
        int polls = engine.consumer.polls();
        engine.cycle();
        assertThat(engine.consumer.polls()).isEqualTo(polls + 1);
        assertThat(registry.decodings).as("noticed at the next record").isEqualTo(1);
        assertThat(engine.offsets()).containsExactly(0L);
        engine.cycle();
        assertThat(registry.decodings).isEqualTo(2);
        assertThat(engine.offsets()).containsExactly(0L, 1L);

        engine.log.append(0, "b");
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 3L);
        engine.succeed(0);
        engine.cycle();
        assertThat(engine.offsets()).as("keeps its place in its key").containsExactly(0L, 1L, 3L, 2L);
        engine.succeed(1);
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 3L, 2L, 4L);
        assertThat(engine.begun).extracting(delivery -> delivery.record().value())
                .containsExactly("0", "1", "3", "2", "4");
        engine.succeed(2, 3, 4);
        assertThat(engine.commit().log.committedOffset(0)).isEqualTo(5);
    }

    @Test
    void clockIsLookedAtForEachRecord_unlessItsDeserializersAreKafkasOwn() {
        engine.log.appendAll(0, "a", "b", "c");
        engine.request(10).assign(0);
        engine.clock.advanceWithEachLook(Duration.ofSeconds(1));
        engine.cycle();
        assertThat(engine.offsets()).as("as if a record took a second").containsExactly(0L);

        engine = TestMembership.decoding(TestMembership.settings(Ordering.KEY).build(), new FakeLog("mock"),
                clock -> new StringDeserializer());
        engine.log.appendAll(0, "a", "b", "c");
        engine.request(10).assign(0);
        engine.clock.advanceWithEachLook(Duration.ofSeconds(1));
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L, 2L);
    }

    @Test
    void partition_isFetchedAgain_asSoonAsWhatWaitedWasDecoded() {
        engine = engine(TestMembership.settings(Ordering.UNORDERED).maxWaiting(1).build());
        registry.takes = Duration.ofSeconds(1);
        engine.log.appendAll(0, "a", "b");
        engine.request(10).assign(0).cycle();
        assertThat(engine.offsets()).containsExactly(0L);
        assertThat(engine.assignment(0).atHand().waiting()).as("to be decoded").isEqualTo(1);
        engine.cycle();
        assertThat(engine.offsets()).containsExactly(0L, 1L);
        assertThat(engine.consumer.paused()).as("in the poll after that").isEmpty();
    }

    @Test
    void decodingThatFailsSlowly_isDoneARecordAPoll() {
        registry.takes = Duration.ofSeconds(10);
        registry.isDown = true;
        engine.log.appendAll(0, "a", "b", "c");
        engine.request(10).assign(0);
        for (int decodings = 1; decodings <= 3; decodings++) {
            engine.cycle();
            assertThat(registry.decodings).isEqualTo(decodings);
        }
        failAll();
        engine.clock.advance(RETRY);
        engine.cycle();
        for (int decodings = 4; decodings <= 6; decodings++) {
            engine.cycle();
            assertThat(registry.decodings).isEqualTo(decodings);
            assertThat(engine.offsets()).hasSize(decodings - 3);
        }
    }

    @Test
    void decodingThatTakesTooLongTogether_goesOnAfterThePoll_inOrder() {
        engine = engine(Ordering.UNORDERED);
        registry.takes = Duration.ofMillis(1);
        for (int i = 0; i < 500; i++) {
            engine.log.append(0, null);
        }
        engine.request(1000).assign(0).cycle();
        assertThat(registry.decodings).isEqualTo(200);
        engine.cycle();
        assertThat(registry.decodings).isEqualTo(400);
        engine.cycle();
        assertThat(engine.offsets()).isEqualTo(LongStream.range(0, 500).boxed().toList());
    }

    @Test
    void pollDoesNotWait_whileThereIsSomethingToDecode() {
        registry.takes = Duration.ofSeconds(10);
        engine.log.appendAll(0, "a", "b", "c");
        engine.request(10).assign(0).cycle().cycle();
        assertThat(lastPoll()).isLessThanOrEqualTo(Duration.ofMillis(1));
        registry.takes = Duration.ZERO;
        engine.cycle().cycle();
        assertThat(engine.offsets()).hasSize(3);
        assertThat(lastPoll()).isGreaterThan(Duration.ofMillis(1));
    }

    @Test
    void turnOfARecordThatWasNotDecoded_endsThePoll() {
        registry.takes = Duration.ofSeconds(10);
        engine.log.appendAll(0, "a", "a");
        engine.request(10).assign(0).cycle();
        int told = engine.told;
        engine.succeed(0);
        assertThat(engine.told).isGreaterThan(told);
    }

    @Test
    void engineThatStops_decodesNothingMore() {
        registry.takes = Duration.ofSeconds(10);
        engine.log.appendAll(0, "a", "b", "c");
        engine.request(10).assign(0).cycle();
        engine.stopTakingIn();
        engine.cycle();
        assertThat(registry.decodings).isEqualTo(1);
        assertThat(lastPoll()).isGreaterThan(Duration.ofMillis(1));
        engine.succeed(0);
        engine.commit();
        assertThat(registry.decodings).isEqualTo(1);
        assertThat(engine.log.committedOffset(0)).isEqualTo(1);
    }

    private Duration lastPoll() {
        List<Duration> polls = engine.consumer.pollTimeouts();
        return polls.get(polls.size() - 1);
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
