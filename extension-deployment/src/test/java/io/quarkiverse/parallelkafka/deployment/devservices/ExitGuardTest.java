package io.quarkiverse.parallelkafka.deployment.devservices;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

/** What is left of Dev Services when their JVM is killed. */
class ExitGuardTest {

    @Test
    void killedJvm_leavesNoServerAndNoFolder() throws IOException {
        assumeThat(RedisProcess.isSupportedHere()).isTrue();
        Process jvm = jvm(Owner.class);
        try (BufferedReader said = new BufferedReader(new InputStreamReader(jvm.getInputStream(), UTF_8))) {
            int port = Integer.parseInt(said.readLine());
            Path redis = Path.of(said.readLine());
            Path kafka = Path.of(said.readLine());
            assertThat(Ports.isFree(port)).isFalse();
            assertThat(redis).isDirectory();
            assertThat(kafka).isDirectory();

            jvm.destroyForcibly();

            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(Ports.isFree(port)).isTrue();
                assertThat(redis).doesNotExist();
                assertThat(kafka).doesNotExist();
            });
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void processThatStillWritesWhileItEnds_leavesNoFolder() throws IOException {
        assumeThat(ExitGuard.isPossibleHere()).isTrue();
        Process jvm = jvm(OwnerOfWriter.class);
        try (BufferedReader said = new BufferedReader(new InputStreamReader(jvm.getInputStream(), UTF_8))) {
            Path folder = Path.of(said.readLine());
            await().until(() -> folder.resolve("written").toFile().exists());

            jvm.destroyForcibly();

            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(folder).doesNotExist());
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static Process jvm(Class<?> main) throws IOException {
        return new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager", "-cp",
                System.getProperty("java.class.path"), main.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Guards a process that writes all the time, and many times more when it is told to end. */
    static final class OwnerOfWriter {

        private static final String WRITER = "left=-1; trap 'left=20000' TERM; "
                + "while [ $left -ne 0 ]; do echo $left > \"$1/written\"; "
                + "if [ $left -gt 0 ]; then left=$((left - 1)); fi; done";

        private OwnerOfWriter() {
        }

        public static void main(String[] arguments) throws IOException {
            Path folder = TemporaryFolder.create("parallel-kafka-writer-");
            Process writer = new ProcessBuilder("sh", "-c", WRITER, "sh", folder.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            ExitGuard.over(folder, writer.toHandle());
            System.out.println(folder);
            System.out.println(System.in.read());
        }
    }

    /** Starts a redis-server and guards a folder, says where, and waits to be killed. */
    static final class Owner {

        private Owner() {
        }

        public static void main(String[] arguments) throws IOException {
            EmbeddedRedis redis = new EmbeddedRedis(new PortChoice("guarded.port", OptionalInt.empty()));
            redis.start();
            Path folder = TemporaryFolder.create("parallel-kafka-broker-");
            ExitGuard.over(folder);
            String address = redis.getConnectionInfo();
            System.out.println(address.substring(address.indexOf(':') + 1));
            System.out.println(redis.folder());
            System.out.println(folder);
            System.out.println(System.in.read());
        }
    }
}
