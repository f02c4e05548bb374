package io.quarkiverse.parallelkafka.logging;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * What the connector logs, with the traces of exceptions, from its creation until it is closed.
 *
 * <p>
 * Thread safety: any thread may log, and look.
 */
public final class LoggedLines extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.quarkiverse.parallelkafka");
    private final PatternFormatter formatter = new PatternFormatter("%s%e");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LoggedLines() {
        logger.addHandler(this);
    }

    public static LoggedLines fromNowOn() {
        return new LoggedLines();
    }

    public List<String> all() {
        return lines;
    }

    public List<String> with(String text) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(formatter.format(record));
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
