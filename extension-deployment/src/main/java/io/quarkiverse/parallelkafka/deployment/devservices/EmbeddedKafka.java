package io.quarkiverse.parallelkafka.deployment.devservices;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

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
 * Quarkus keeps it across live reloads and closes it with dev mode or with the tests. A JVM that ends otherwise closes it
 * by a shutdown hook.
 * <p>
 * Thread safety: {@link #start()} and {@link #close()} exclude each other; {@link #close()} may be called any number of
 * times.
 */
final class EmbeddedKafka implements Startable {

    private static final Logger LOG = Logger.getLogger(EmbeddedKafka.class);
    private static final String HOST = "localhost";
    private static final int ATTEMPTS = 3;

    /**
     * The port of the broker before this one. Its successor tries to have it too: Quarkus may go on to hand out the
     * address that it saw first, together with the properties of another Dev Service that it did not restart.
     */
    private static final AtomicInteger PREVIOUS_PORT = new AtomicInteger();

    private final OptionalInt fixedPort;
    private final Thread closeAtExit = new Thread(this::close, "parallel-kafka-broker-close");

    private @Nullable Server server;
    private @Nullable Path folder;
    private int port;

    /** @param fixedPort the port to listen at; empty for any that is free */
    EmbeddedKafka(OptionalInt fixedPort) {
        this.fixedPort = fixedPort;
    }

    /** Starts the broker and returns when it answers. Throws {@link IllegalStateException} if the fixed port is taken. */
    @Override
    public synchronized void start() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The broker's threads inherit it, and the one that we are called with is closed by the next live reload.
        thread.setContextClassLoader(EmbeddedKafka.class.getClassLoader());
        try {
            BrokerLog.quietWhile(this::startWithRetries);
            Runtime.getRuntime().addShutdownHook(closeAtExit);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void startWithRetries() {
        keepTheJvmAlive();
        for (int attempt = 1;; attempt++) {
            int candidate = choosePort(attempt);
            try {
                startAt(candidate);
                PREVIOUS_PORT.set(candidate);
                return;
            } catch (RuntimeException e) {
                stop();
                // Somebody else may have bound a port between our choice and the broker's start. Nothing else heals.
                if (attempt == ATTEMPTS || Ports.isFree(candidate)) {
                    throw new IllegalStateException(
                            "The Kafka broker of the Dev Services did not start at " + HOST + ":"
                                    + candidate + ". Configure kafka.bootstrap.servers to use another one",
                            e);
                }
            }
        }
    }

    /** A broker that fails to start wants to end its JVM: here that is Maven's or the IDE's, and not its to end. */
    private static void keepTheJvmAlive() {
        Exit.Procedure refuse = (status, message) -> LOG.debugf("The broker asked for exit %d: %s", status, message);
        Exit.setExitProcedure(refuse);
        Exit.setHaltProcedure(refuse);
    }

    private int choosePort(int attempt) {
        if (fixedPort.isPresent()) {
            int wanted = fixedPort.getAsInt();
            if (!Ports.isFree(wanted)) {
                throw new IllegalStateException("quarkus.kafka.devservices.port=" + wanted
                        + ": something else listens at this port. Stop it, choose another port, or remove the property");
            }
            return wanted;
        }
        int previous = PREVIOUS_PORT.get();
        return attempt == 1 && previous != 0 && Ports.isFree(previous) ? previous : Ports.free();
    }

    private void startAt(int candidate) {
        Path data = TemporaryFolder.create("parallel-kafka-broker-");
        folder = data;
        port = candidate;
        KafkaConfig settings = new KafkaConfig(BrokerSettings.formatted(HOST, candidate, data));
        Server starting = new KafkaRaftServer(settings, Time.SYSTEM);
        server = starting;
        starting.startup();
    }

    @Override
    public synchronized void close() {
        stop();
        if (Thread.currentThread() != closeAtExit) {
            ShutdownHooks.remove(closeAtExit);
        }
    }

    private void stop() {
        Server running = server;
        server = null;
        if (running != null) {
            running.shutdown();
            running.awaitShutdown();
        }
        Path data = folder;
        folder = null;
        if (data != null) {
            TemporaryFolder.delete(data);
        }
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
