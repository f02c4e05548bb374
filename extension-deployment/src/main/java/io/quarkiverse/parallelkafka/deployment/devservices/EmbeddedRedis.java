package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import io.quarkus.deployment.builditem.Startable;

/**
 * A redis-server on the loopback address that keeps its data in memory only.
 * <p>
 * Quarkus keeps it across live reloads and closes it after the application, with dev mode or with the tests.
 * <p>
 * Thread safety: {@link #start()} and {@link #close()} exclude each other; {@link #close()} may be called any number of
 * times.
 */
final class EmbeddedRedis implements Startable {

    private final PortChoice ports;
    private @Nullable RedisProcess process;
    private @Nullable Path folder;
    private int port;

    EmbeddedRedis(PortChoice ports) {
        this.ports = ports;
    }

    /**
     * Starts the process and returns when it answers. Throws {@link IllegalStateException} if the fixed port is taken or
     * the process does not start.
     */
    @Override
    public synchronized void start() {
        ports.start(this::startAt);
    }

    private void startAt(int candidate) {
        try {
            port = candidate;
            Path data = TemporaryFolder.create("parallel-kafka-redis-");
            folder = data;
            process = RedisProcess.start(candidate, data);
        } catch (IOException e) {
            close();
            throw new IllegalStateException(
                    "The redis-server of the Dev Services did not start at " + getConnectionInfo()
                            + ". Configure quarkus.redis.hosts to use another one",
                    e);
        }
    }

    @Override
    public synchronized void close() {
        RedisProcess running = process;
        process = null;
        if (running != null) {
            running.stop();
        }
        Path data = folder;
        folder = null;
        if (data != null) {
            TemporaryFolder.delete(data);
        }
    }

    /** Where the data is, while it runs. */
    synchronized @Nullable Path folder() {
        return folder;
    }

    /** {@code host:port}. */
    @Override
    public String getConnectionInfo() {
        return RedisProcess.HOST + ":" + port;
    }

    /** None: there is no container. */
    @Override
    public @Nullable String getContainerId() {
        return null;
    }
}
