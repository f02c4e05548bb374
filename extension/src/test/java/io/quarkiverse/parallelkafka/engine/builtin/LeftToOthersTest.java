package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.engine.Delivery;
import io.quarkiverse.parallelkafka.engine.RecordHandler;

/** Which records are left to the lanes at work, and that none is left for long. */
class LeftToOthersTest {

    private static final Duration MICROSECOND = Duration.of(1, ChronoUnit.MICROS);
    /** More than have to be known before it is believed how long they take. */
    private static final int ENOUGH = 600;

    private final TestMembership engine = TestMembership
            .of(TestMembership.settings(Ordering.KEY).maxConcurrency(100).build());
    private final FakeLog log = engine.log;

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            log.append(0, null);
        }
    }

    /** One lane works on many records; then it asks no more. */
    private void recordsTake(Duration each) {
        recordsTake(each, Runnable::run);
    }

    /** @param lane has the lane report that it is done with a record */
    private void recordsTake(Duration each, Consumer<Runnable> lane) {
        engine.assign(0, 1).cycle();
        append(ENOUGH);
        engine.request(1);
        for (int done = 0; done < ENOUGH; done++) {
            if (engine.begun.size() == done) {
                engine.cycle();
            }
            engine.clock.advance(each);
            Delivery<String, String> delivery = engine.begun.get(done);
            lane.accept(done < ENOUGH - 1 ? () -> succeedAndAsk(delivery) : delivery::succeed);
        }
        engine.begun.clear();
        engine.told = 0;
        assertThat(engine.dispatcher.inFlight()).isZero();
        // No poll is told any more, nor bounded by what was due by then.
        engine.cycle().commit().cycle();
    }

    private void succeedAndAsk(Delivery<String, String> delivery) {
        engine.dispatcher.succeeded((RecordAttempt<String, String>) delivery, engine.begun::add);
    }

    private Duration lastPollTimeout() {
        List<Duration> timeouts = engine.consumer.pollTimeouts();
        return timeouts.get(timeouts.size() - 1);
    }

    @Test
    void quickRecords_areLeftToTheLaneAtWork() {
        recordsTake(MICROSECOND);
        engine.request(10);
        append(5);
        engine.cycle();
        assertThat(engine.begun).as("nobody was at work").hasSize(1);
        append(5);
        engine.cycle().cycle();
        assertThat(engine.begun).as("one is at work").hasSize(1);
        for (int done = 0; done < 9; done++) {
            succeedAndAsk(engine.begun.get(done));
            assertThat(engine.begun).as("begun once %d are done", done + 1).hasSize(done + 2);
        }
    }

    @Test
    void laneAtWorkThatEnds_andIsTheLast_leavesNothing() {
        recordsTake(MICROSECOND);
        engine.request(3);
        append(3);
        engine.cycle();
        assertThat(engine.begun).hasSize(1);
        engine.begun.get(0).succeed();
        assertThat(engine.begun).as("another one is at work").hasSize(2);
        engine.begun.get(1).retryAfter(Duration.ofHours(1));
        assertThat(engine.begun).as("and another one").hasSize(3);
    }

    @Test
    void whatIsNotTaken_isHandedOut_afterAMillisecond() {
        recordsTake(MICROSECOND);
        engine.request(10);
        append(20);
        engine.cycle();
        assertThat(engine.begun).hasSize(1);
        engine.clock.advance(Duration.ofMillis(1).minusNanos(1));
        engine.cycle();
        assertThat(engine.begun).as("a little less").hasSize(1);
        engine.clock.advance(Duration.ofNanos(1));
        engine.cycle();
        assertThat(engine.begun).as("every lane has one").hasSize(10);
        engine.request(1).cycle();
        assertThat(engine.begun).as("and so does each that comes").hasSize(11);
    }

    @Test
    void whatWaitsForASlowRecordOfItsKey_isNotLate() {
        recordsTake(MICROSECOND);
        engine.request(10);
        log.append(0, "a");
        engine.cycle();
        log.appendAll(0, "a", "a", "a");
        engine.cycle();
        engine.clock.advanceMillis(1);
        engine.cycle();
        assertThat(engine.begun).as("the others wait for the first").hasSize(1);
        append(2);
        engine.cycle();
        assertThat(engine.begun).as("quick ones, left to the lane at work").hasSize(1);
    }

    @Test
    void whatComesAfterwards_isHandedOutAtOnce_whileItIsNotKnownAnew() {
        recordsTake(MICROSECOND);
        engine.request(10);
        append(2);
        engine.cycle();
        engine.clock.advanceMillis(1);
        engine.cycle();
        assertThat(engine.begun).hasSize(2);
        append(5);
        engine.cycle();
        assertThat(engine.begun).hasSize(7);
    }

    @Test
    void whatIsReadyWhenNothingIsHandedOutAnyMore_isLeftToNobody() {
        recordsTake(MICROSECOND);
        engine.request(1);
        append(5);
        engine.cycle();
        engine.dispatcher.stop();
        engine.request(3).cycle();
        engine.begun.get(0).succeed();
        assertThat(engine.told).as("that nothing is in flight any more").isEqualTo(1);
        assertThat(engine.begun).hasSize(1);
    }

    @Test
    void slowRecords_areHandedOutAtOnce() {
        recordsTake(Duration.ofMillis(10));
        engine.request(10);
        append(20);
        engine.cycle();
        assertThat(engine.begun).hasSize(10);
    }

    @Test
    void manyQuickRecords_takeMoreThanOneLane() {
        recordsTake(MICROSECOND.multipliedBy(5));
        engine.request(10);
        append(90);
        engine.cycle();
        assertThat(engine.begun).as("so that each has about a hundred microseconds of work").hasSize(5);
    }

    @Test
    void manyVeryQuickRecords_takeNoMoreLanes_thanHaveSomethingToDoBesides() {
        recordsTake(MICROSECOND);
        engine.request(10);
        append(450);
        engine.cycle();
        assertThat(engine.begun).hasSize(3);
    }

    /** Else the more lanes wait for each other, the slower records would seem, and the more lanes were woken up. */
    @Test
    void waitForTheLock_isNotTakenForARecordsTime() {
        recordsTake(MICROSECOND, this::whileTheLockIsTaken);
        append(2);
        engine.request(2).cycle();
        assertThat(engine.begun).as("one is at work, and the other record is left to it").hasSize(1);
    }

    private void whileTheLockIsTaken(Runnable report) {
        Thread lane = new Thread(report);
        engine.dispatcher.change(assignments -> {
            lane.start();
            while (lane.isAlive() && lane.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            engine.clock.advanceMillis(10);
        });
        try {
            lane.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a test", e);
        }
    }

    @Test
    void handlerThatAsksOnItsOwnThread_getsOneAtOnce() {
        recordsTake(MICROSECOND);
        engine.request(2);
        append(5);
        engine.cycle();
        assertThat(engine.begun).hasSize(1);
        engine.request(1);
        assertThat(engine.begun).hasSize(2);
    }

    @Test
    void handlerThatAsks_whileItsThreadHandsOut_getsOneAtOnce() {
        recordsTake(MICROSECOND);
        engine.request(2);
        append(5);
        RecordHandler<String, String> asksForMore = delivery -> {
            engine.begun.add(delivery);
            engine.request(1);
        };
        engine.dispatcher.request(asksForMore);
        engine.cycle();
        assertThat(engine.begun).hasSize(2);
    }

    @Test
    void whileSomethingIsLeft_pollsTakeAMillisecond() {
        recordsTake(MICROSECOND);
        engine.request(3).cycle();
        assertThat(lastPollTimeout()).as("nothing is left").isGreaterThan(Duration.ofMillis(1));
        append(2);
        engine.cycle();
        assertThat(engine.told).as("the poll thread looks before it polls again").isZero();
        engine.cycle();
        assertThat(lastPollTimeout()).isEqualTo(Duration.ofMillis(1));
        engine.cycle();
        assertThat(lastPollTimeout()).isEqualTo(Duration.ofMillis(1));
        succeedAndAsk(engine.begun.get(0));
        engine.cycle().cycle();
        assertThat(lastPollTimeout()).as("it was taken").isGreaterThan(Duration.ofMillis(1));
    }

    @Test
    void pollThread_isToldOnce_ofWhatALaneLeaves() {
        recordsTake(MICROSECOND);
        log.appendAll(0, "a", "b", "a", "b", "c");
        engine.cycle().request(4);
        assertThat(engine.begun).as("a, b and c").hasSize(3);
        assertThat(engine.told).isZero();
        engine.begun.get(0).succeed();
        assertThat(engine.begun).as("left").hasSize(3);
        assertThat(engine.told).isEqualTo(1);
        engine.begun.get(1).succeed();
        assertThat(engine.begun).as("left too").hasSize(3);
        assertThat(engine.told).isEqualTo(1);
        engine.cycle();
        assertThat(lastPollTimeout()).isLessThanOrEqualTo(Duration.ofMillis(1));
        engine.clock.advanceMillis(1);
        engine.cycle();
        assertThat(engine.begun).hasSize(4);
    }

    /** The poll goes on after it, and began when nothing was left. */
    @Test
    void whatIsLeftWhileAPartitionIsTakenAway_endsThePoll() {
        recordsTake(MICROSECOND);
        log.append(1, "a");
        log.append(0, "b");
        log.append(0, "c");
        engine.cycle().request(3);
        assertThat(engine.begun).hasSize(3);
        Delivery<String, String> staying = engine.begun.stream().filter(each -> each.raw().partition() == 0).findAny()
                .orElseThrow();
        staying.retryAfter(Duration.ofMillis(50));
        engine.request(1).cycle();
        engine.consumer.waiting().inPoll(() -> {
            engine.clock.advanceMillis(50);
            engine.consumer.rebalance(Set.of(log.partition(0)));
        });
        Thread application = new Thread(() -> {
            // The retry becomes due in the wait for what is in flight, and so the poll thread is the one to leave it.
            while (engine.dispatcher.with(Assignments::ready) == 0) {
                Thread.onSpinWait();
            }
            engine.ending.within(Duration.ZERO);
            engine.dispatcher.endWait();
        });
        application.setDaemon(true);
        application.start();
        int before = engine.begun.size();
        engine.cycle();
        assertThat(engine.begun).as("left").hasSize(before);
        assertThat(engine.consumer.pollsThatWaited(Duration.ofMillis(20))).as("polls that went on").isZero();
    }

    @Test
    void whatIsLeft_isHandedOutAfterAMillisecond_whileAFaultIsWaitedFor() {
        ManualClock clock = new ManualClock();
        try (TestEngine faulty = TestEngine.of(TestEngine.settings().build(), clock, 0)) {
            faulty.engine.start();
            for (int i = 0; i < ENOUGH; i++) {
                faulty.log.append(0, null);
            }
            AtomicInteger done = new AtomicInteger();
            faulty.engine.request(new RecordHandler<>() {
                @Override
                public void handle(Delivery<String, String> delivery) {
                    clock.advance(MICROSECOND);
                    if (done.get() < ENOUGH - 1) {
                        faulty.engine.succeedAndRequest(delivery, this);
                    } else {
                        delivery.succeed();
                    }
                    done.incrementAndGet();
                }
            });
            faulty.until(() -> done.get() == ENOUGH);
            faulty.log.appendAll(0, "a", "b", "a");
            faulty.consumer(0).changed();
            faulty.request(1).delivery(0);
            faulty.until(() -> faulty.engine.snapshot().waiting() == 2);
            faulty.request(2);
            assertThat(faulty.begun).as("a and b").hasSize(2);

            KafkaException fault = new TimeoutException("no broker");
            faulty.consumer(0).failPoll(fault);
            faulty.until(() -> faulty.engine.snapshot().fault() == fault);
            faulty.begun.get(0).succeed();
            assertThat(faulty.begun).as("the other a is left to the lane that has b").hasSize(2);
            clock.advanceMillis(1);
            faulty.delivery(2);
            assertThat(faulty.engine.snapshot().fault()).as("still waited for").isSameAs(fault);
        }
    }

    @Test
    void whatIsNotHandedOutAnyMore_isNotCountedAsReady() {
        engine.assign(0, 1).cycle();
        append(5);
        log.appendAll(1, "a", "a", "b");
        engine.cycle();
        assertThat(engine.dispatcher.<Integer>with(Assignments::ready))
                .as("nobody has looked yet whether the second a may run").isEqualTo(8);
        engine.membership.letGo();
        assertThat(engine.dispatcher.<Integer>with(Assignments::ready)).isZero();
    }
}
