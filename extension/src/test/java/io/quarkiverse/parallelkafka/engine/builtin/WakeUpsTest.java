package io.quarkiverse.parallelkafka.engine.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class WakeUpsTest {

    private static final long MICROSECOND = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    /** One in as many records is timed. */
    private static final int EACH = 61;
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);

    /** Near the end of its range: it wraps around within each test. */
    private long now = Long.MAX_VALUE - MICROSECOND;
    private final WakeUps wakeUps = new WakeUps();

    /** Records are taken, and take as long. Returns how many of them were timed. */
    private int records(int count, long nanos) {
        int timed = 0;
        for (int i = 0; i < count; i++) {
            if (wakeUps.taken()) {
                timed++;
                wakeUps.took(nanos);
            }
        }
        return timed;
    }

    private void leave(int ready) {
        assertThat(wakeUps.isLeaving()).isFalse();
        wakeUps.leave(ready, now);
    }

    private void look(long afterNanos) {
        now += afterNanos;
        wakeUps.look(now, 1);
    }

    @Test
    void fewAreTimed() {
        assertThat(records(EACH - 1, MICROSECOND)).isZero();
        assertThat(records(1, MICROSECOND)).isEqualTo(1);
        assertThat(records(10 * EACH, MICROSECOND)).isEqualTo(10);
    }

    @Test
    void nothingIsBelieved_beforeEnoughWereTimed() {
        records(8 * EACH - 1, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
        records(1, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isFalse();
    }

    @Test
    void quickRecords_areLeft_asFarAsThoseAtWorkAreThereSooner() {
        records(8 * EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(100, 1)).isFalse();
        assertThat(wakeUps.isWorthOne(101, 1)).isTrue();
        assertThat(wakeUps.isWorthOne(200, 2)).as("two share them").isFalse();
        assertThat(wakeUps.isWorthOne(201, 2)).isTrue();
    }

    /** Each would wait for the lock of which the others don't let go. */
    @Test
    void veryQuickRecords_areLeft_howeverManyTheyAre() {
        records(8 * EACH, 499);
        assertThat(wakeUps.isWorthOne(1_000_000, 1)).isFalse();
    }

    @Test
    void quickRecords_haveNoMoreLanes_thanHaveSomethingToDoBesides() {
        records(8 * EACH, 2 * MICROSECOND);
        assertThat(wakeUps.isWorthOne(1_000_000, 4)).isTrue();
        assertThat(wakeUps.isWorthOne(1_000_000, 5)).isFalse();
    }

    @Test
    void slowRecords_areNeverLeft() {
        records(100 * EACH, 10 * MILLISECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
        assertThat(wakeUps.isWorthOne(1, 99)).isTrue();
    }

    @Test
    void recordsThatBecomeSlow_areLeftNoMore() {
        records(1000 * EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isFalse();
        records(50 * EACH, 10 * MILLISECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
    }

    @Test
    void someThatTakeLong_changeNothing() {
        records(8 * EACH, MICROSECOND);
        for (int i = 0; i < 100; i++) {
            records(3 * EACH, MICROSECOND);
            records(EACH, 5 * MILLISECOND);
        }
        assertThat(wakeUps.isWorthOne(50, 1)).as("those waited for a processor").isFalse();
    }

    @Test
    void recordsThatBecomeQuick_areLeftInTheEnd() {
        records(1000 * EACH, 10 * MILLISECOND);
        records(100 * EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).isFalse();
    }

    @Test
    void clockThatStandsStill_teachesNothing() {
        records(1000 * EACH, 0);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
        records(8 * EACH, 10 * MILLISECOND);
        records(1000 * EACH, 0);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
    }

    @Test
    void pollThread_looksWithinAMillisecond_whileSomethingIsLeft() {
        assertThat(wakeUps.nanosToLook(LONG)).isEqualTo(LONG);
        leave(1);
        assertThat(wakeUps.nanosToLook(LONG)).isEqualTo(MILLISECOND);
        assertThat(wakeUps.nanosToLook(MICROSECOND)).isEqualTo(MICROSECOND);
        assertThat(wakeUps.nanosToLook(-1)).isEqualTo(-1);
        records(1, MICROSECOND);
        look(MICROSECOND);
        assertThat(wakeUps.nanosToLook(LONG)).isEqualTo(LONG);
    }

    @Test
    void whatWasTaken_isLeftNoMore() {
        records(8 * EACH, MICROSECOND);
        leave(2);
        records(1, MICROSECOND);
        look(MILLISECOND - 1);
        assertThat(wakeUps.isLeaving()).as("one of two was taken").isTrue();
        records(1, MICROSECOND);
        look(MILLISECOND);
        assertThat(wakeUps.isLeaving()).isFalse();
        assertThat(wakeUps.isWorthOne(1, 1)).as("taken, if late: what is known holds").isFalse();
        leave(1);
        look(MILLISECOND - 1);
        assertThat(wakeUps.isLeaving()).as("has a time of its own").isTrue();
    }

    @Test
    void whatIsNotTaken_withinAMillisecond_hasItForgetWhatItKnew() {
        records(8 * EACH, MICROSECOND);
        leave(2);
        records(1, MICROSECOND);
        look(MILLISECOND - 1);
        assertThat(wakeUps.isWorthOne(1, 1)).isFalse();
        look(1);
        assertThat(wakeUps.isLeaving()).isFalse();
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
        records(7 * EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).as("not enough were timed anew").isTrue();
        records(EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).as("known anew").isFalse();
    }

    @Test
    void lanesThatAreSlowerThanWasKnown_areBelievedInPart() {
        records(8 * EACH, MICROSECOND);
        leave(100);
        records(2, 0);
        look(MILLISECOND);
        assertThat(wakeUps.isLeaving()).isFalse();
        assertThat(wakeUps.isWorthOne(50, 1)).as("two microseconds each, and not five hundred").isFalse();
        assertThat(wakeUps.isWorthOne(51, 1)).isTrue();
    }

    @Test
    void lanesThatAreALittleSlowerThanWasKnown_areBelieved() {
        records(8 * EACH, MICROSECOND);
        leave(1000);
        records(800, 0);
        look(MILLISECOND);
        assertThat(wakeUps.isWorthOne(80, 1)).as("a microsecond and a quarter each").isFalse();
        assertThat(wakeUps.isWorthOne(81, 1)).isTrue();
    }

    @Test
    void lanesThatAreFasterThanWasKnown_andHadTooMuch_changeNothing() {
        records(8 * EACH, 10 * MICROSECOND);
        leave(1000);
        records(999, 0);
        look(MILLISECOND);
        assertThat(wakeUps.isWorthOne(10, 1)).isFalse();
        assertThat(wakeUps.isWorthOne(11, 1)).isTrue();
    }

    @Test
    void oneForEachLane_isTakenForALongOne() {
        records(8 * EACH, MICROSECOND);
        wakeUps.leave(100, now);
        records(3, 0);
        now += MILLISECOND;
        wakeUps.look(now, 3);
        assertThat(wakeUps.isWorthOne(1, 1)).isTrue();
    }

    @Test
    void whatCouldNotRunAfterAll_wasNotLate() {
        records(8 * EACH, MICROSECOND);
        leave(3);
        look(MILLISECOND);
        assertThat(wakeUps.isWorthOne(1, 1)).as("to be looked for").isTrue();
        wakeUps.foundNone();
        assertThat(wakeUps.isWorthOne(1, 1)).as("what is known holds").isFalse();
    }

    @Test
    void whatWasKnownBefore_countsForNothing_onceItIsForgotten() {
        records(8 * EACH, 10 * MICROSECOND);
        leave(1);
        look(MILLISECOND);
        records(8 * EACH, MICROSECOND);
        assertThat(wakeUps.isWorthOne(100, 1)).isFalse();
    }
}
