package io.quarkiverse.parallelkafka.benchmark.peer;

import java.io.PrintStream;

/** What a process says besides its result. */
public final class Messages {

    private static final String FIRST_RECORD = "FIRST RECORD";
    private static final String WARM = "WARM";

    private Messages() {
    }

    static void firstRecord(PrintStream out) {
        out.println(FIRST_RECORD);
        out.flush();
    }

    static void warm(PrintStream out) {
        out.println(WARM);
        out.flush();
    }

    /** @return whether a process says that it waits for its turn */
    public static boolean isWarm(String line) {
        return line.contains(WARM);
    }

    /** @return whether a process says that it has done its first record */
    public static boolean isFirstRecord(String line) {
        return line.contains(FIRST_RECORD);
    }
}
