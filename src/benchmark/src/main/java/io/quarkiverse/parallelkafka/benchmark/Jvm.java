package io.quarkiverse.parallelkafka.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** A Java process that this one started. It says what it has to say on its standard output; its log goes to a file. */
final class Jvm implements AutoCloseable {

    /** What every peer runs with; the collector is the JDK's choice. */
    static final List<String> PEER_OPTIONS = List.of("-Xms1g", "-Xmx1g");
    static final List<String> BROKER_OPTIONS = List.of("-Xms1g", "-Xmx1g");

    private static final long END_SECONDS = 20;

    private final Process process;
    private final BufferedReader output;
    private final Path log;

    private Jvm(Process process, Path log) {
        this.process = process;
        this.output = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
        this.log = log;
    }

    /** Starts a class of this class path. */
    static Jvm ofClass(List<String> options, Path log, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(options);
        command.addAll(Folder.LOGGING);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(command, log);
    }

    /** Starts a jar. */
    static Jvm ofJar(List<String> options, Path log, Path jar) {
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-jar", jar.toString()));
        return start(command, log);
    }

    private static Jvm start(List<String> arguments, Path log) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return new Jvm(new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for the line that the process was started for.
     *
     * @param reader returns null for other lines
     * @throws IllegalStateException if the process ends without it
     */
    <T> T await(Function<String, @Nullable T> reader) {
        try {
            String line;
            while ((line = output.readLine()) != null) {
                T read = reader.apply(line);
                if (read != null) {
                    return read;
                }
                Files.writeString(log, line + '\n', StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("The process ended before it said anything, see " + log);
    }

    /** Tells the process that it is its turn. */
    void tell() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new IllegalStateException("The process has ended, see " + log, e);
        }
    }

    /** Tells the process that its time is over. */
    void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the process's standard input, which asks it to end, and insists after a while. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
