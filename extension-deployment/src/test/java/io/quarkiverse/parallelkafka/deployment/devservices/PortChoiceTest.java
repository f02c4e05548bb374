package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

class PortChoiceTest {

    @Test
    void fixedPort_isUsed() {
        int free = Ports.free();
        assertThat(portsOf(new PortChoice("fixed.port", OptionalInt.of(free)))).containsExactly(free);
    }

    @Test
    void takenFixedPort_failsAndNamesProperty() throws IOException {
        try (ServerSocket taken = listener(0)) {
            int port = taken.getLocalPort();
            assertThatIllegalStateException()
                    .isThrownBy(() -> portsOf(new PortChoice("taken.port", OptionalInt.of(port))))
                    .withMessageContaining("taken.port=" + port);
        }
    }

    @Test
    void successor_getsThePortOfTheServiceBefore() {
        List<Integer> first = portsOf(new PortChoice("successor.port", OptionalInt.of(0)));
        assertThat(portsOf(new PortChoice("successor.port", OptionalInt.empty()))).isEqualTo(first);
    }

    @Test
    void portTakenBetweenChoiceAndStart_isReplacedByAnother() {
        List<ServerSocket> rivals = new ArrayList<>();
        List<Integer> tried = new ArrayList<>();
        try {
            new PortChoice("race.port", OptionalInt.empty()).start(port -> {
                tried.add(port);
                if (tried.size() == 1) {
                    rivals.add(listener(port));
                    throw new IllegalStateException("Address already in use");
                }
            });
        } finally {
            rivals.forEach(PortChoiceTest::close);
        }
        assertThat(tried).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void failureAtFreePort_isNotTriedAgain() {
        List<Integer> tried = new ArrayList<>();
        assertThatIllegalStateException()
                .isThrownBy(() -> new PortChoice("failing.port", OptionalInt.empty()).start(port -> {
                    tried.add(port);
                    throw new IllegalStateException("Out of order");
                }))
                .withMessage("Out of order");
        assertThat(tried).hasSize(1);
    }

    private static List<Integer> portsOf(PortChoice choice) {
        List<Integer> ports = new ArrayList<>();
        choice.start(ports::add);
        return ports;
    }

    private static ServerSocket listener(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
