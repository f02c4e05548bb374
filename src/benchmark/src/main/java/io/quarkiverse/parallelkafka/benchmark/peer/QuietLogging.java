package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes sure that a process logs no more than it was told to. A client that traces builds a message for each record: the
 * log would be measured then, and of each peer another part of it.
 */
public final class QuietLogging {

    private QuietLogging() {
    }

    /** @throws IllegalStateException if another configuration than the benchmark's own is in force */
    public static void check() {
        Logger kafka = Logger.getLogger("org.apache.kafka");
        if (kafka.isLoggable(Level.INFO)) {
            throw new IllegalStateException(
                    "The process logs more than warnings: is a jar on the class path that replaces"
                            + " the log manager's configuration, as quarkus-bootstrap-runner does?");
        }
    }
}
