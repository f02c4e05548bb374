package io.quarkiverse.parallelkafka.benchmark;

import java.util.Locale;

/**
 * Something that has to be reached.
 *
 * @param what a few words
 * @param least whether the bound is the least that will do, or else the most
 * @param bound what has to be reached
 * @param reached NaN if it was not measured
 * @param unit after the numbers
 */
record Goal(String what, boolean least, double bound, double reached, String unit) {

    static Goal atLeast(String what, double bound, double reached) {
        return new Goal(what, true, bound, reached, "");
    }

    static Goal atMost(String what, double bound, double reached, String unit) {
        return new Goal(what, false, bound, reached, unit);
    }

    boolean measured() {
        return !Double.isNaN(reached);
    }

    boolean met() {
        return least ? reached >= bound : reached <= bound;
    }

    String boundText() {
        return (least ? "≥ " : "≤ ") + number(bound) + unit;
    }

    String reachedText() {
        return measured() ? number(reached) + unit : "";
    }

    String verdict() {
        return !measured() ? "not measured" : met() ? "yes" : "**no**";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : Math.abs(value) < 10 ? "%.3f" : "%.1f",
                value);
    }
}
