package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.Delivery;

/**
 * One run of random steps: a log that grows and loses records, members of its group one after the other, an application
 * whose threads end what runs at any time, and whatever may go wrong in between. In the end everything is calm, and then
 * everything has to be done and committed.
 */
final class RandomRun {

    private static final int PARTITIONS = 3;
    private static final int THREADS = 3;

    private final long seed;
    private final Random random;
    private final ExecutorService threads;
    private final ChannelSettings settings;
    private final FakeLog log;
    private final RandomJudges judges;
    private TestMembership engine;
    private RandomLanes lanes;

    RandomRun(long seed, Ordering ordering, ExecutorService threads) {
        this.seed = seed;
        this.random = new Random(seed * 31 + ordering.ordinal());
        this.threads = threads;
        int maxConcurrency = 1 + random.nextInt(8);
        this.settings = TestMembership.settings(ordering).maxConcurrency(maxConcurrency)
                .maxWaiting(1 + random.nextInt(20)).maxWaitingBytes(1 + random.nextInt(200)).build();
        this.log = new FakeLog(settings.channel());
        this.judges = new RandomJudges(ordering, maxConcurrency);
        log.onCommit(judges::committed);
        begin();
    }

    /** A new process. */
    private void begin() {
        judges.newProcess();
        engine = TestMembership.decoding(settings, log, clock -> new RandomValues(seed, clock));
        lanes = new RandomLanes(seed, judges, engine.dispatcher, settings.maxConcurrency() + random.nextInt(3));
        lanes.wakeAll();
        engine.consumer.maxPollRecords(1 + random.nextInt(30));
    }

    void run(int steps) {
        int step = 0;
        try {
            for (; step < steps; step++) {
                step();
                check();
            }
            finish();
        } catch (Throwable e) {
            throw new AssertionError("Step " + step + " of seed " + seed + ", " + settings + ": " + e.getMessage(), e);
        }
    }

    private void step() {
        int chance = random.nextInt(1000);
        if (chance < 150) {
            send();
        } else if (chance < 350) {
            cycle();
        } else if (chance < 530) {
            engine.clock.advanceMillis(random.nextInt(200));
            cycle();
        } else if (chance < 650) {
            lanes.end(some(lanes.running()));
        } else if (chance < 840) {
            endOnThreads();
        } else if (chance < 890) {
            lanes.wakeAll();
        } else if (chance < 925) {
            changeLog();
        } else if (chance < 960) {
            fail();
        } else if (chance < 985) {
            rebalance();
        } else if (chance < 990) {
            lose();
        } else if (chance < 995) {
            stop();
        } else {
            kill();
        }
    }

    private void send() {
        int partition = random.nextInt(PARTITIONS);
        for (int left = 1 + random.nextInt(5); left > 0; left--) {
            int key = random.nextInt(8);
            long offset = log.append(partition, key == 0 ? null : "key" + key);
            judges.sent(log.partition(partition), offset);
        }
    }

    /** What the poll thread does about what a cycle throws. */
    private void cycle() {
        try {
            engine.cycle();
        } catch (RuntimeException e) {
            switch (Faults.remedyFor(e)) {
                case TRY_AGAIN -> engine.dispatcher.handOut();
                case NEW_CONSUMER -> {
                    engine.membership.abandon();
                    partitions().forEach(this::lost);
                    engine.join();
                    engine.consumer.maxPollRecords(1 + random.nextInt(30));
                }
                case NONE -> throw e;
            }
        }
    }

    private <T> List<T> some(List<T> all) {
        return all.stream().filter(each -> random.nextBoolean()).toList();
    }

    /** Several threads end what runs, and ask for more, while the poll thread goes on. */
    private void endOnThreads() {
        List<List<Delivery<String, String>>> shares = new ArrayList<>();
        List<Delivery<String, String>> running = lanes.running();
        for (int thread = 0; thread < THREADS; thread++) {
            shares.add(some(running));
        }
        List<CompletableFuture<Void>> ends = shares.stream()
                .map(share -> CompletableFuture.runAsync(() -> lanes.end(share), threads)).toList();
        cycle();
        join(CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)));
    }

    private static void join(CompletableFuture<?> future) {
        future.orTimeout(1, TimeUnit.MINUTES).join();
    }

    private void changeLog() {
        int number = random.nextInt(PARTITIONS);
        TopicPartition partition = log.partition(number);
        long start = log.start(partition);
        long span = log.end(partition) - start;
        switch (random.nextInt(5)) {
            case 0, 1 -> log.appendGap(number, 1 + random.nextInt(3));
            case 2, 3 -> {
                long offset = start + (span == 0 ? 0 : random.nextInt((int) span));
                if (log.compact(number, offset)) {
                    judges.gone(partition, offset);
                }
            }
            default -> {
                long before = start + (span == 0 ? 0 : random.nextInt((int) span));
                log.records(partition).stream().map(record -> record.offset()).filter(offset -> offset < before)
                        .forEach(offset -> judges.gone(partition, offset));
                log.deleteBefore(number, before);
            }
        }
    }

    private void fail() {
        FakeConsumer consumer = engine.consumer;
        switch (random.nextInt(9)) {
            case 0 -> consumer.failCommit(new RebalanceInProgressException());
            case 1 -> consumer.failCommit(new RetriableCommitFailedException("no coordinator"));
            case 2 -> consumer.failSending(new TimeoutException("no coordinator"));
            case 3 -> consumer.failPoll(new TimeoutException("no broker"));
            case 4 -> consumer.failLookUp(new TimeoutException("no coordinator"));
            case 5 -> consumer.failPoll(GroupAuthorizationException.forGroupId("group"));
            case 6 -> consumer.holdCommits(true);
            case 7 -> consumer.holdCommits(false);
            default -> consumer.wakeup();
        }
    }

    private Set<TopicPartition> partitions() {
        return Set.copyOf(IntStream.range(0, PARTITIONS).mapToObj(log::partition).toList());
    }

    private Set<TopicPartition> someOf(Set<TopicPartition> all) {
        Set<TopicPartition> some = new HashSet<>(all);
        some.removeIf(each -> random.nextInt(3) == 0);
        return some;
    }

    /** Some partitions come, and some go; meanwhile what runs of these ends, or the wait does. */
    private void rebalance() {
        FakeConsumer consumer = engine.consumer;
        Set<TopicPartition> next = someOf(partitions());
        Set<TopicPartition> gone = ConcurrentHashMap.newKeySet();
        gone.addAll(consumer.assignment());
        boolean eager = random.nextBoolean();
        if (!eager) {
            gone.removeAll(next);
        }
        boolean refused = random.nextInt(5) == 0;
        AtomicBoolean over = new AtomicBoolean();
        consumer.failNothing();
        consumer.inPoll(() -> {
            // What was done of these before was remembered when they were lost, and still is.
            gone.removeAll(engine.membership.unopened());
            if (refused) {
                consumer.failCommitSync(refusal());
            }
            if (eager) {
                consumer.rebalance(Set.of());
            }
            consumer.rebalance(next);
            over.set(true);
            consumer.failNothing();
        });
        boolean inTime = random.nextInt(4) != 0;
        List<Delivery<String, String>> ending = some(lanes.running());
        CompletableFuture<Void> application = CompletableFuture.runAsync(() -> {
            lanes.end(ending);
            while (!over.get()) {
                if (inTime) {
                    lanes.endAll(delivery -> gone.contains(partition(delivery)));
                } else {
                    engine.clock.advance(settings.revocationTimeout());
                    engine.dispatcher.endWait();
                }
                Thread.onSpinWait();
            }
        }, threads);
        cycleUntil(over);
        join(application);
        gone.forEach(refused ? this::lost : judges::letGo);
    }

    private KafkaException refusal() {
        return random.nextBoolean() ? new TimeoutException("no coordinator") : new RebalanceInProgressException();
    }

    private void cycleUntil(AtomicBoolean over) {
        for (int cycle = 0; !over.get(); cycle++) {
            assertThat(cycle).as("cycles until a rebalance").isLessThan(10);
            cycle();
        }
    }

    private TopicPartition partition(Delivery<?, ?> delivery) {
        return log.partition(delivery.raw().partition());
    }

    private void lose() {
        Set<TopicPartition> lost = someOf(engine.consumer.assignment());
        AtomicBoolean over = new AtomicBoolean();
        engine.consumer.failNothing();
        engine.consumer.inPoll(() -> {
            engine.consumer.lose(lost);
            over.set(true);
        });
        cycleUntil(over);
        lost.forEach(this::lost);
    }

    /** No other process works on it meanwhile: what was done is remembered, unless nothing was ever committed. */
    private void lost(TopicPartition partition) {
        if (log.committed(partition) == null) {
            judges.lost(partition);
        }
    }

    private void stop() {
        engine.consumer.failNothing();
        engine.consumer.holdCommits(false);
        engine.stopTakingIn();
        cycle();
        lanes.endAll(delivery -> true);
        if (random.nextBoolean()) {
            engine.consumer.failCommitSync(new RebalanceInProgressException());
        }
        Set<TopicPartition> open = new HashSet<>(engine.consumer.assignment());
        open.removeAll(engine.membership.unopened());
        engine.membership.commitAll();
        engine.membership.leave();
        assertThat(engine.dispatcher.inFlight()).as("in flight after a stop").isZero();
        for (TopicPartition partition : partitions()) {
            if (open.contains(partition)) {
                judges.letGo(partition);
            } else {
                // What was remembered of it goes with the process.
                judges.lost(partition);
            }
        }
        begin();
    }

    private void kill() {
        partitions().forEach(judges::lost);
        begin();
    }

    private void check() {
        judges.check();
        lanes.check();
        Set<TopicPartition> paused = new HashSet<>();
        for (PartitionAssignment<String, String> assignment : engine.dispatcher
                .with(assignments -> List.copyOf(assignments.all()))) {
            RandomJudges.checkCounts(assignment);
            if (assignment.intake().paused() != null) {
                paused.add(assignment.partition());
            }
        }
        long held = engine.dispatcher.with(assignments -> assignments.all().stream()
                .mapToLong(each -> each.atHand().bytes()).sum());
        assertThat(engine.held()).as("bytes").isEqualTo(held + lanes.bytesOfStragglers());
        engine.dispatcher.change(assignments -> assertThat(assignments.ready()).as("ready")
                .isEqualTo(assignments.all().stream().mapToInt(PartitionAssignment::ready).sum()));
        paused.addAll(engine.membership.unopened());
        assertThat(engine.consumer.paused()).as("paused").isEqualTo(paused);
    }

    /** Everything is calm: after a while all is done, and committed. */
    private void finish() {
        engine.consumer.failNothing();
        engine.consumer.holdCommits(false);
        lanes.calmDown();
        engine.consumer.rebalanceInPoll(partitions());
        for (int cycle = 0; !isFinished(); cycle++) {
            assertThat(cycle)
                    .as("cycles until all is done; not done: " + engine.dispatcher.with(assignments -> assignments
                            .all().stream()
                            .map(each -> each.partition() + " " + each.ledger().map() + ", " + each.atHand().waiting()
                                    + " waiting, " + each.atHand().retrying() + " retrying, " + each.atHand().inFlight()
                                    + " in flight")
                            .toList()) + ", running " + lanes.running().size())
                    .isLessThan(20_000);
            engine.clock.advanceMillis(50);
            lanes.wakeAll();
            lanes.endAll(delivery -> true);
            cycle();
        }
        check();
        engine.dispatcher.change(assignments -> {
            assertThat(assignments.ready()).as("ready, once all is done").isZero();
            assertThat(assignments.all()).as("for lanes, once all is done")
                    .allSatisfy(each -> assertThat(each.waitingForLanes()).isZero());
        });
    }

    private boolean isFinished() {
        return lanes.isIdle() && partitions().stream().allMatch(partition -> judges.isAllDone(partition)
                && (log.end(partition) == 0 || log.committedOffset(partition.partition()) == log.end(partition)));
    }
}
