package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

import io.quarkus.deployment.builditem.Startable;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/**
 * A redis-server process on the loopback address that keeps its data in memory only.
 * <p>
 * Quarkus keeps it across live reloads and closes it with dev mode or with the tests. A JVM that ends otherwise closes it
 * by a shutdown hook.
 * <p>
 * Thread safety: {@link #start()} and {@link #close()} exclude each other; {@link #close()} may be called any number of
 * times.
 */
final class EmbeddedRedis implements Startable {

    private static final Logger LOG = Logger.getLogger(EmbeddedRedis.class);
    private static final String HOST = "127.0.0.1";
    private static final int ATTEMPTS = 3;

    private final OptionalInt fixedPort;
    private final Thread closeAtExit = new Thread(this::close, "parallel-kafka-redis-close");

    private @Nullable RedisServer server;
    private @Nullable Path folder;
    private int port;

    /** @param fixedPort the port to listen at; empty for any that is free */
    EmbeddedRedis(OptionalInt fixedPort) {
        this.fixedPort = fixedPort;
    }

    /** Whether there is a redis-server for this operating system and processor. */
    static boolean isSupportedHere() {
        try {
            return ExecutableProvider.newProvidedVersionsMap().containsKey(OsArchitecture.detectOSandArchitecture());
        } catch (RuntimeException e) {
            LOG.debug("Operating system or processor unknown", e);
            return false;
        }
    }

    /** Starts the process and returns when it answers. Throws {@link IllegalStateException} if the fixed port is taken. */
    @Override
    public synchronized void start() {
        for (int attempt = 1;; attempt++) {
            int candidate = choosePort();
            try {
                startAt(candidate);
                Runtime.getRuntime().addShutdownHook(closeAtExit);
                return;
            } catch (IOException e) {
                stop();
                // Somebody else may have bound the port between our choice and the server's start. Nothing else heals.
                if (attempt == ATTEMPTS || Ports.isFree(candidate)) {
                    throw new IllegalStateException(
                            "The redis-server of the Dev Services did not start at " + HOST + ":"
                                    + candidate + ". Configure quarkus.redis.hosts to use another one",
                            e);
                }
            }
        }
    }

    private int choosePort() {
        if (fixedPort.isEmpty()) {
            return Ports.free();
        }
        int wanted = fixedPort.getAsInt();
        if (!Ports.isFree(wanted)) {
            throw new IllegalStateException("quarkus.redis.devservices.port=" + wanted
                    + ": something else listens at this port. Stop it, choose another port, or remove the property");
        }
        return wanted;
    }

    private void startAt(int candidate) throws IOException {
        Path data = TemporaryFolder.create("parallel-kafka-redis-");
        folder = data;
        port = candidate;
        File executable = ExecutableProvider.newJarResourceProvider(data.toFile()).get();
        List<String> command = List.of(executable.getAbsolutePath(), "--port", Integer.toString(candidate),
                "--bind", HOST, "--save", "", "--appendonly", "no", "--dir", data.toString());
        RedisServer starting = new RedisServer(candidate, command, false, EmbeddedRedis::trace, EmbeddedRedis::trace);
        server = starting;
        starting.start();
    }

    private static void trace(String line) {
        LOG.tracef("redis-server: %s", line);
    }

    @Override
    public synchronized void close() {
        stop();
        if (Thread.currentThread() != closeAtExit) {
            ShutdownHooks.remove(closeAtExit);
        }
    }

    private void stop() {
        RedisServer running = server;
        server = null;
        if (running != null) {
            try {
                running.stop();
            } catch (IOException e) {
                LOG.warnf("The redis-server at %s can't be stopped: %s", getConnectionInfo(), e.getMessage());
            }
        }
        Path data = folder;
        folder = null;
        if (data != null) {
            TemporaryFolder.delete(data);
        }
    }

    /** {@code host:port}. */
    @Override
    public String getConnectionInfo() {
        return HOST + ":" + port;
    }

    /** None: there is no container. */
    @Override
    public @Nullable String getContainerId() {
        return null;
    }
}
