package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps the broker's log down to its warnings: at INFO it writes more than a thousand lines, and it writes them into the
 * log of the application that is being developed. Levels that the user has set stay as they are.
 */
final class BrokerLog {

    /** Loggers that only a broker uses. The application's clients log elsewhere and keep their levels. */
    static final Map<String, Level> LEVELS = Map.ofEntries(
            Map.entry("kafka", Level.WARNING),
            Map.entry("state.change.logger", Level.WARNING),
            // Warns that a new broker's metadata log is empty.
            Map.entry("org.apache.kafka.controller", Level.SEVERE),
            Map.entry("org.apache.kafka.coordinator", Level.WARNING),
            Map.entry("org.apache.kafka.image", Level.WARNING),
            Map.entry("org.apache.kafka.metadata", Level.WARNING),
            Map.entry("org.apache.kafka.network", Level.WARNING),
            Map.entry("org.apache.kafka.queue", Level.WARNING),
            Map.entry("org.apache.kafka.raft", Level.WARNING),
            Map.entry("org.apache.kafka.security", Level.WARNING),
            Map.entry("org.apache.kafka.server", Level.WARNING),
            Map.entry("org.apache.kafka.storage", Level.WARNING));

    /** Loggers that the broker shares with every client. */
    private static final Map<String, Level> SHARED = Map.of(
            "org.apache.kafka.clients", Level.WARNING,
            "org.apache.kafka.common", Level.WARNING);

    /** A log manager may forget a logger, and its level, that nobody refers to. */
    private static final List<Logger> QUIET = new ArrayList<>();

    private BrokerLog() {
    }

    /** Quietens the broker's own loggers for good, and those that it shares with clients while the action runs. */
    static void quietWhile(Runnable action) {
        synchronized (QUIET) {
            QUIET.addAll(quieten(LEVELS));
        }
        List<Logger> quietForNow = quieten(SHARED);
        try {
            action.run();
        } finally {
            quietForNow.forEach(logger -> logger.setLevel(null));
        }
    }

    /** Like {@link #quietWhile}, for the end of a broker: clients that still know its address warn of it at once. */
    static void quietWhileEnding(Runnable action) {
        Logger connections = Logger.getLogger("org.apache.kafka.clients.NetworkClient");
        Level before = connections.getLevel();
        connections.setLevel(Level.SEVERE);
        try {
            quietWhile(action);
        } finally {
            connections.setLevel(before);
        }
    }

    private static List<Logger> quieten(Map<String, Level> levels) {
        List<Logger> quietened = new ArrayList<>();
        levels.forEach((name, level) -> {
            Logger logger = Logger.getLogger(name);
            if (logger.getLevel() == null) {
                logger.setLevel(level);
                quietened.add(logger);
            }
        });
        return quietened;
    }
}
