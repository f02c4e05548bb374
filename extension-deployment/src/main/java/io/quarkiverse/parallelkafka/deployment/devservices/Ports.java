package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** TCP ports on the loopback address. A port that is free now may be taken a moment later: who binds it must retry. */
final class Ports {

    private Ports() {
    }

    /** A port that was free a moment ago. */
    static int free() {
        return free(1).get(0);
    }

    /** As many ports as asked for, all different, each free a moment ago. */
    static List<Integer> free(int count) {
        List<ServerSocket> held = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("No free TCP port on the loopback address", e);
        } finally {
            held.forEach(Ports::release);
        }
    }

    /** Whether the port could be bound right now. */
    static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static void release(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
