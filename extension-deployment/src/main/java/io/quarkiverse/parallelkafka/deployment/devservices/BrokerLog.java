package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps the broker's log down to its warnings: at INFO it writes more than a thousand lines, and it writes them into the
 * log of the application that is being developed. Levels that the user has set stay as they are.
 */
final class BrokerLog {

    /** Loggers that only a broker uses. The application's clients log elsewhere and keep their levels. */
    static final List<String> CATEGORIES = List.of("kafka", "state.change.logger",
            "org.apache.kafka.controller", "org.apache.kafka.coordinator", "org.apache.kafka.image",
            "org.apache.kafka.metadata", "org.apache.kafka.network", "org.apache.kafka.queue", "org.apache.kafka.raft",
            "org.apache.kafka.security", "org.apache.kafka.server", "org.apache.kafka.storage");

    /** Loggers that the broker shares with every client. */
    private static final List<String> SHARED = List.of("org.apache.kafka.clients", "org.apache.kafka.common");

    /** A log manager may forget a logger, and its level, that nobody refers to. */
    private static final List<Logger> QUIET = new ArrayList<>();

    private BrokerLog() {
    }

    /** Quietens the broker's own loggers for good, and those that it shares with clients while the action runs. */
    static void quietWhile(Runnable action) {
        synchronized (QUIET) {
            QUIET.addAll(quieten(CATEGORIES));
        }
        List<Logger> quietForNow = quieten(SHARED);
        try {
            action.run();
        } finally {
            quietForNow.forEach(logger -> logger.setLevel(null));
        }
    }

    private static List<Logger> quieten(List<String> names) {
        List<Logger> loggers = names.stream().map(Logger::getLogger).filter(logger -> logger.getLevel() == null)
                .toList();
        loggers.forEach(logger -> logger.setLevel(Level.WARNING));
        return loggers;
    }
}
