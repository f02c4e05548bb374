package io.quarkiverse.parallelkafka.benchmark;

import java.util.Locale;

/** Measurements in lines for a terminal. */
final class Table {

    private Table() {
    }

    static String line(Measurement measured) {
        if (measured.error() != null) {
            return String.format(Locale.ROOT, "%-68s %s", measured.row(), measured.error());
        }
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-68s %,10.0f/s", measured.row(),
                measured.recordsPerSecond()));
        if (measured.overPlain() != null) {
            line.append(String.format(Locale.ROOT, " %5.3f of the plain loop", measured.overPlain()));
        }
        if (measured.shareOfLimit() != null) {
            line.append(String.format(Locale.ROOT, " %5.3f of the limit", measured.shareOfLimit()));
        }
        if (measured.cpuSecondsPerMillion() != null) {
            line.append(String.format(Locale.ROOT, " %6.2f CPU s/M %6.0f B", measured.cpuSecondsPerMillion(),
                    measured.allocatedBytesPerRecord()));
        }
        if (measured.kind().equals("IDLE")) {
            line.append(String.format(Locale.ROOT, " %.2f %% of a core", measured.cpuShare() * 100));
        }
        if (measured.p99() != null) {
            line.append(String.format(Locale.ROOT, " eligible to started %.2f/%.2f/%.2f ms", measured.p50(),
                    measured.p99(), measured.p999()));
        }
        if (measured.sentToStarted() != null) {
            line.append(String.format(Locale.ROOT, " sent to started %.2f/%.2f/%.2f ms", measured.sentToStarted().p50(),
                    measured.sentToStarted().p99(), measured.sentToStarted().p999()));
        }
        if (measured.liveHeapBytes() != null) {
            line.append(String.format(Locale.ROOT, " %.1f MiB live", measured.liveHeapBytes() / 1048576.0));
        }
        if (measured.skew() != null) {
            line.append(String.format(Locale.ROOT, " hot key %.0f/s, other partitions %.0f/s",
                    measured.skew().hotKey(), measured.skew().otherPartitions()));
        }
        if (measured.joined() != null) {
            line.append(String.format(Locale.ROOT, " worked after %.0f ms, lost %d, duplicates %d",
                    measured.joined().millis(), measured.joined().lost(), measured.joined().duplicates()));
        }
        return line.toString();
    }
}
