package io.quarkiverse.parallelkafka.deployment.devservices;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jboss.logging.Logger;

import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/**
 * A redis-server process.
 * <p>
 * It is a daemon: in a session of its own it does not get the Ctrl-C that ends dev mode, so the application can finish its
 * work before Quarkus closes the Dev Services. (The library's own {@code RedisServer} has a shutdown hook that stops the
 * server at once.)
 */
final class RedisProcess {

    static final String HOST = "127.0.0.1";

    private static final Logger LOG = Logger.getLogger(RedisProcess.class);
    private static final long START_SECONDS = 10;
    private static final long STOP_SECONDS = 3;

    private final int port;
    private final ProcessHandle server;
    private final ExitGuard guard;

    private RedisProcess(int port, ProcessHandle server, ExitGuard guard) {
        this.port = port;
        this.server = server;
        this.guard = guard;
    }

    /** Whether there is a redis-server for this operating system and processor. */
    static boolean isSupportedHere() {
        try {
            OsArchitecture here = OsArchitecture.detectOSandArchitecture();
            return ExitGuard.isPossibleHere() && ExecutableProvider.newProvidedVersionsMap().containsKey(here);
        } catch (RuntimeException e) {
            LOG.debug("Operating system or processor unknown", e);
            return false;
        }
    }

    /**
     * Starts a server and returns when it accepts connections.
     *
     * @param folder for the executable, the log and the server's working directory
     * @throws IOException if the server does not start, with what it said
     */
    static RedisProcess start(int port, Path folder) throws IOException {
        File executable = ExecutableProvider.newJarResourceProvider(folder.toFile()).get();
        Path pid = folder.resolve("redis.pid");
        Path log = folder.resolve("redis.log");
        new ProcessBuilder(executable.getAbsolutePath(), "--daemonize", "yes", "--port", Integer.toString(port),
                "--bind", HOST, "--save", "", "--appendonly", "no", "--dir", folder.toString(),
                "--pidfile", pid.toString(), "--logfile", log.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.out").toFile())
                .start();
        // It writes the file when it listens.
        if (!becomesTrue(() -> hasText(pid) || saysItGaveUp(log), START_SECONDS) || !hasText(pid)) {
            throw new IOException("redis-server said: " + (hasText(log) ? Files.readString(log) : "nothing"));
        }
        long id = Long.parseLong(Files.readString(pid).trim());
        ProcessHandle server = ProcessHandle.of(id)
                .orElseThrow(() -> new IOException("redis-server has ended as soon as it had started"));
        return new RedisProcess(port, server, ExitGuard.over(folder, server));
    }

    /** Stops the server and returns when its port is free. */
    void stop() {
        guard.dismiss();
        server.destroy();
        // The port tells, not the process: where nobody collects orphans, a process that has ended still seems alive.
        if (!becomesTrue(() -> Ports.isFree(port), STOP_SECONDS)) {
            LOG.warnf("The redis-server at port %d does not stop by itself and is killed", port);
            server.destroyForcibly();
        }
    }

    private static boolean saysItGaveUp(Path log) {
        try {
            return hasText(log) && Files.readString(log).contains("aborting");
        } catch (IOException e) {
            LOG.debug("The log of redis-server can't be read", e);
            return false;
        }
    }

    private static boolean hasText(Path file) {
        return file.toFile().length() > 0;
    }

    private static boolean becomesTrue(BooleanSupplier condition, long seconds) {
        long deadline = System.nanoTime() + SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(MILLISECONDS.toNanos(5));
        }
        return true;
    }
}
