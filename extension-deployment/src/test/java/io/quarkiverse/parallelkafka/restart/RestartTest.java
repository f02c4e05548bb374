package io.quarkiverse.parallelkafka.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.ProdBuildResults;
import io.quarkus.test.ProdModeTestResults;
import io.quarkus.test.QuarkusProdModeTest;
import io.smallrye.mutiny.Uni;

/** The application is a process of its own, which writes down what it has done. */
class RestartTest {

    private static final int RECORDS = 2000;

    /** On the class path of the test, so the application is built with them, and it must be packaged with them too. */
    private static final List<Dependency> EXTENSIONS = Stream
            .of("quarkus-rest-jackson", "quarkus-smallrye-health", "quarkus-micrometer-registry-prometheus",
                    "quarkus-redis-client")
            .map(extension -> Dependency.of("io.quarkus", extension, Version.getVersion()))
            .toList();

    @RegisterExtension
    static final QuarkusProdModeTest app = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClasses(Consumer.class))
            .setForcedDependencies(EXTENSIONS)
            .overrideConfigKey("mp.messaging.incoming.restart.connector", "parallel-kafka")
            .overrideConfigKey("mp.messaging.incoming.restart.auto.offset.reset", "earliest")
            // How long the group waits for a member that was killed: as short as the broker allows.
            .overrideConfigKey("mp.messaging.incoming.restart.session.timeout.ms", "6000")
            .setRun(false);

    @ProdBuildResults
    ProdModeTestResults built;
    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endWhatStillRuns() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void killedApplication_losesNothing() throws IOException {
        String topic = send("restart-killed");
        Process first = start(topic, "-Dtest.stuck=true", "-Dmp.messaging.incoming.restart.commit-interval=50ms");
        awaitDone(RECORDS / 4);
        first.destroyForcibly();
        await().until(() -> !first.isAlive());
        assertThat(done()).as("done before the kill").hasSizeLessThan(RECORDS);

        start(topic);
        await().atMost(Duration.ofMinutes(1)).until(() -> done().stream().distinct().count() == RECORDS);
    }

    @Test
    void stoppedApplication_losesAndRepeatsNothing() throws Exception {
        String topic = send("restart-stopped");
        Process first = start(topic);
        awaitDone(RECORDS / 4);
        first.destroy();
        assertThat(first.waitFor(30, TimeUnit.SECONDS)).as("ended within its time").isTrue();
        assertThat(done()).as("done before the stop").hasSizeLessThan(RECORDS);

        Process second = start(topic);
        awaitDone(RECORDS);
        second.destroy();
        assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(done()).hasSize(RECORDS).doesNotHaveDuplicates();
    }

    private static String send(String topic) {
        TestBroker.createTopic(topic, 2);
        TestBroker.send(IntStream.range(0, RECORDS)
                .mapToObj(number -> TestBroker.record(topic, "key-" + number % 200, Integer.toString(number)))
                .toList());
        return topic;
    }

    private Process start(String topic, String... properties) throws IOException {
        File log = Path.of("target", topic + ".log").toFile();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dkafka.bootstrap.servers=" + TestBroker.bootstrapServers(),
                "-Dquarkus.http.port=0",
                "-Dkafka.group.id=" + topic,
                "-Dmp.messaging.incoming.restart.topic=" + topic,
                "-Dtest.done=" + doneFile()));
        command.addAll(List.of(properties));
        command.addAll(List.of("-jar", built.getBuiltArtifactPath().toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        processes.add(process);
        return process;
    }

    private void awaitDone(int records) {
        await().atMost(Duration.ofMinutes(1)).until(() -> done().size() >= records);
    }

    private List<String> done() throws IOException {
        return Files.exists(doneFile()) ? Files.readAllLines(doneFile()) : List.of();
    }

    private Path doneFile() {
        return folder.resolve("done");
    }

    @ApplicationScoped
    static class Consumer {

        private static final Duration WORK = Duration.ofMillis(20);

        @ConfigProperty(name = "test.done")
        Path done;

        /** Whether some records never end: a commit that took them for done would lose them at the kill. */
        @ConfigProperty(name = "test.stuck", defaultValue = "false")
        boolean stuck;

        @Incoming("restart")
        Uni<Void> consume(String payload) {
            if (stuck && Integer.parseInt(payload) % 100 == 0) {
                return Uni.createFrom().nothing();
            }
            return Uni.createFrom().item(payload)
                    .onItem().delayIt().by(WORK)
                    .invoke(this::writeDown)
                    .replaceWithVoid();
        }

        private synchronized void writeDown(String payload) {
            try {
                Files.writeString(done, payload + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
