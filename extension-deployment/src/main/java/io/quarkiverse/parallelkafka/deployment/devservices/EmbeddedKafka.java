package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.IOException;
import java.nio.file.Path;

import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

import io.quarkus.deployment.builditem.Startable;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;

/**
 * A Kafka broker in this JVM: broker and controller in one, on the loopback address, its data in a temporary folder.
 * <p>
 * Quarkus keeps it across live reloads and closes it after the application, with dev mode or with the tests. It has no
 * shutdown hook of its own: that would take the broker away from an application that is still committing its offsets.
 * <p>
 * Thread safety: {@link #start()} and {@link #close()} exclude each other; {@link #close()} may be called any number of
 * times.
 */
final class EmbeddedKafka implements Startable {

    private static final Logger LOG = Logger.getLogger(EmbeddedKafka.class);
    private static final String HOST = "localhost";

    private final PortChoice ports;
    private @Nullable Server server;
    private @Nullable Path folder;
    private @Nullable ExitGuard guard;
    private int port;

    EmbeddedKafka(PortChoice ports) {
        this.ports = ports;
    }

    /**
     * Starts the broker and returns when it answers. Throws {@link IllegalStateException} if the fixed port is taken or
     * the broker does not start.
     */
    @Override
    public synchronized void start() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The broker's threads inherit it, and the one that we are called with is closed by the next live reload.
        thread.setContextClassLoader(EmbeddedKafka.class.getClassLoader());
        try {
            keepTheJvmAlive();
            BrokerLog.quietWhile(() -> ports.start(this::startAt));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** A broker that fails wants to end its JVM: here that is Maven's or the IDE's, and not the broker's to end. */
    private static void keepTheJvmAlive() {
        Exit.Procedure refuse = (status, message) -> LOG.debugf("The broker asked for exit %d: %s", status, message);
        Exit.setExitProcedure(refuse);
        Exit.setHaltProcedure(refuse);
    }

    private void startAt(int candidate) {
        try {
            port = candidate;
            Path data = TemporaryFolder.create("parallel-kafka-broker-");
            folder = data;
            guard = ExitGuard.over(data);
            KafkaConfig settings = new KafkaConfig(BrokerSettings.formatted(HOST, candidate, data));
            Server starting = new KafkaRaftServer(settings, Time.SYSTEM);
            server = starting;
            starting.startup();
        } catch (IOException | RuntimeException e) {
            close();
            throw new IllegalStateException(
                    "The Kafka broker of the Dev Services did not start at " + getConnectionInfo()
                            + ". Configure kafka.bootstrap.servers to use another one",
                    e);
        }
    }

    @Override
    public synchronized void close() {
        Server running = server;
        server = null;
        if (running != null) {
            BrokerLog.quietWhileEnding(() -> {
                running.shutdown();
                running.awaitShutdown();
            });
        }
        Path data = folder;
        folder = null;
        if (data != null) {
            TemporaryFolder.delete(data);
        }
        ExitGuard ending = guard;
        guard = null;
        if (ending != null) {
            ending.dismiss();
        }
    }

    /** Where the data is, while it runs. */
    synchronized @Nullable Path folder() {
        return folder;
    }

    /** {@code host:port}, as {@code kafka.bootstrap.servers} wants it. */
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
