package io.quarkiverse.parallelkafka.deployment.devservices;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.OptionalInt;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedRedisTest {

    private EmbeddedRedis redis = new EmbeddedRedis(new PortChoice("redis.port", OptionalInt.empty()));

    @BeforeEach
    void onlyWhereThereIsOne() {
        assumeThat(RedisProcess.isSupportedHere()).isTrue();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void startedServer_answers() throws IOException {
        redis.start();
        assertThat(ask("PING")).isEqualTo("+PONG");
    }

    @Test
    void startedServer_keepsNothingOnDisk() throws IOException {
        redis.start();
        assertThat(ask("SET key value")).isEqualTo("+OK");
        assertThat(ask("CONFIG GET save", 5)).isEqualTo("");
        assertThat(ask("CONFIG GET appendonly", 5)).isEqualTo("no");
    }

    @Test
    void closedServer_leavesNoFolderAndNoListener() {
        redis.start();
        Path folder = redis.folder();
        assertThat(folder).isDirectory();
        redis.close();
        assertThat(folder).doesNotExist();
        assertThat(Ports.isFree(port())).isTrue();
    }

    @Test
    void successor_hasTheAddressOfItsPredecessor() {
        redis.start();
        String address = redis.getConnectionInfo();
        redis.close();
        redis = new EmbeddedRedis(new PortChoice("redis.port", OptionalInt.empty()));
        redis.start();
        assertThat(redis.getConnectionInfo()).isEqualTo(address);
    }

    @Test
    void takenFixedPort_failsAndNamesProperty() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            OptionalInt port = OptionalInt.of(taken.getLocalPort());
            redis = new EmbeddedRedis(new PortChoice("quarkus.redis.devservices.port", port));
            assertThatIllegalStateException().isThrownBy(redis::start)
                    .withMessageContaining("quarkus.redis.devservices.port=" + taken.getLocalPort());
        }
    }

    @Test
    void serverThatCannotListen_saysWhy() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path folder = TemporaryFolder.create("parallel-kafka-redis-");
            try {
                assertThatIOException().isThrownBy(() -> RedisProcess.start(taken.getLocalPort(), folder))
                        .withMessageContaining("Address already in use");
            } finally {
                TemporaryFolder.delete(folder);
            }
        }
    }

    private String ask(String command) throws IOException {
        return ask(command, 1);
    }

    private String ask(String command, int lineOfAnswer) throws IOException {
        try (Socket socket = new Socket(RedisProcess.HOST, port());
                BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
            for (int line = 1; line < lineOfAnswer; line++) {
                answer.readLine();
            }
            return answer.readLine();
        }
    }

    private int port() {
        String address = redis.getConnectionInfo();
        return Integer.parseInt(address.substring(address.indexOf(':') + 1));
    }
}
