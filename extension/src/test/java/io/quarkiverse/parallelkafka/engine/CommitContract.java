package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static io.quarkiverse.parallelkafka.Ordering.UNORDERED;
import static io.quarkiverse.parallelkafka.engine.EngineFactory.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.config.SettingsBuilder;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;
import io.quarkiverse.parallelkafka.engine.guarantee.Commits;
import io.smallrye.reactive.messaging.kafka.companion.test.EmbeddedKafkaBroker;

/** What is committed, and how far. */
interface CommitContract extends EngineFactory {

    /** What is done here takes a bit a record. */
    @Test
    default void brokerThatTakesLessMetadata_getsWhatItTakes() {
        int count = 1_600;
        Random random = new Random(1);
        Set<Long> never = LongStream.range(0, count).filter(offset -> offset == 0 || random.nextBoolean()).boxed()
                .collect(Collectors.toSet());
        TestChannel channel = TestChannel.unreachable();
        try (EmbeddedKafkaBroker broker = new EmbeddedKafkaBroker().withKafkaHost("localhost")
                .withKafkaPort(channel.port()).withControllerPort(TestChannel.freePort())
                .withAdditionalProperties(properties -> properties.put("offset.metadata.max.bytes", "150"))) {
            broker.start();
            channel.send(0, count, i -> "key" + i);
            for (Protocol protocol : new Protocol[]{Protocol.EAGER, Protocol.CONSUMER}) {
                TestChannel member = channel.inGroup(channel.group() + protocol);
                AtLeastOnce done = new AtLeastOnce(count);
                try (EngineRun<String, String> run = EngineRun.start(engine(protocol.of(member.settings(KEY, count))),
                        count, delivery -> never.contains(delivery.raw().offset()) ? Outcome.never() : Outcome.done(),
                        done)) {
                    run.until(() -> done.count() == count - never.size());
                    run.until(() -> {
                        OffsetAndMetadata committed = member.committed(0);
                        return committed != null && committed.metadata().length() > 100;
                    });
                    assertThat(member.committed(0)).satisfies(committed -> {
                        assertThat(committed.offset()).isZero();
                        assertThat(committed.metadata()).hasSizeLessThanOrEqualTo(150);
                    });
                    assertThat(run.engine().snapshot().fault()).isNull();
                    run.close(Duration.ZERO);
                }
            }
        }
    }

    @Test
    default void commits_followWhatIsDone_pastFailedAndSlowRecords() {
        TestChannel channel = TestChannel.create(2);
        channel.sendToEach(2, 400, i -> "key" + i);
        ChannelSettings settings = SettingsBuilder.like(channel.settings(UNORDERED, 16))
                .commitInterval(Duration.ofMillis(20)).build();
        AtLeastOnce done = new AtLeastOnce(800);
        try (Commits commits = new Commits(channel);
                EngineRun<String, String> run = EngineRun.start(engine(settings), 16, delivery -> {
                    long offset = delivery.raw().offset();
                    if (offset % 50 == 7 && delivery.attempt() < 4) {
                        return Outcome.retryAfter(Duration.ofMillis(100));
                    }
                    return Outcome.doneAfter(offset % 50 == 9 ? 200 : 1);
                }, done, commits)) {
            run.until(() -> done.count() == 800);
            channel.untilCommittedOfEach(2, 400);
            commits.check();
            assertThat(commits.steps()).as("different commits, two of them at the end").isGreaterThan(2);
        }
    }

    @Test
    default void stuckRecord_holdsTheCommitsOfItsPartitionOnly() {
        TestChannel channel = TestChannel.create(2);
        channel.sendToEach(2, 100, i -> "key" + i);
        CompletableFuture<String> released = new CompletableFuture<>();
        AtLeastOnce done = new AtLeastOnce(200);
        try (Commits commits = new Commits(channel);
                EngineRun<String, String> run = EngineRun.start(engine(channel.settings(KEY, 4)), 4,
                        delivery -> delivery.raw().partition() == 0 && delivery.raw().offset() == 5
                                ? Outcome.doneOnce(released)
                                : Outcome.done(),
                        done, commits)) {
            run.until(() -> done.count() == 199);
            channel.untilCommitted(1, 100);
            channel.untilCommitted(0, 5);
            released.complete("done");
            channel.untilCommitted(0, 100);
            commits.check();
        }
    }

    /**
     * A quarter of the records, at random, is not done: 0.81 bits an offset, so that no way to write them can tell of all
     * in the 24,576 bits that the metadata of a commit holds at most.
     */
    @Test
    default void incompletesThatNoMetadataCanHold_throttleTheIntake_andNothingIsForgotten() {
        int count = 50_000;
        Random random = new Random(3);
        Set<Long> failing = new HashSet<>();
        for (long offset = 0; offset < count; offset++) {
            if (random.nextInt(4) == 0) {
                failing.add(offset);
            }
        }
        TestChannel channel = TestChannel.create(1);
        channel.send(0, count, i -> "key" + i);
        AtLeastOnce done = new AtLeastOnce(count);
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 16)), 16,
                delivery -> failing.contains(delivery.raw().offset())
                        ? Outcome.retryAfter(Duration.ofSeconds(2))
                        : Outcome.done(),
                done)) {
            untilNothingMoreIsDone(run, done);
            assertThat(done.count()).as("done while a quarter is not").isLessThan(count - failing.size());
            channel.untilCommitted(0, failing.stream().mapToLong(Long::longValue).min().orElseThrow());
        }
        Set<Long> before = done.offsets(0);

        AtomicBoolean recovered = new AtomicBoolean();
        try (EngineRun<String, String> run = EngineRun.start(engine(channel.settings(UNORDERED, 16)), 16,
                delivery -> failing.contains(delivery.raw().offset()) && !recovered.get()
                        ? Outcome.retryAfter(Duration.ofMillis(500))
                        : Outcome.done(),
                done)) {
            run.until(() -> run.seen().size() > 100);
            recovered.set(true);
            run.until(() -> done.count() == count);
            channel.untilCommitted(0, count);
            assertThat(run.seen().stream().filter(attempt -> before.contains(attempt.offset())).count())
                    .as("repeated though they were done").isZero();
        }
    }

    private static void untilNothingMoreIsDone(EngineRun<?, ?> run, AtLeastOnce done) {
        run.until(() -> done.count() > 0);
        AtomicInteger last = new AtomicInteger();
        eventually().pollInterval(Duration.ofMillis(500)).until(() -> last.getAndSet(done.count()) == done.count());
    }
}
