package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/**
 * The port of a Dev Service: the one that the user fixed, else the one that it had before, else any that is free.
 * <p>
 * A restarted service wants its old port because Quarkus may go on to hand out its old address: the properties of one Dev
 * Service can be kept together with those of another that was not restarted.
 */
final class PortChoice {

    private static final int ATTEMPTS = 3;
    private static final Map<String, Integer> PREVIOUS = new ConcurrentHashMap<>();

    private final String property;
    private final OptionalInt fixed;

    /**
     * @param property the property that fixes the port
     * @param fixed its value; empty, or 0, for any port
     */
    PortChoice(String property, OptionalInt fixed) {
        this.property = property;
        this.fixed = fixed.orElse(0) == 0 ? OptionalInt.empty() : fixed;
    }

    /**
     * Starts a service at a port. A port that is free when it is chosen may be taken when it is bound; then another one
     * is tried.
     *
     * @param startAt starts the service at the given port; throws if it can't, and has then released what it held
     * @throws IllegalStateException if the fixed port is taken or the service does not start
     */
    void start(IntConsumer startAt) {
        for (int attempt = 1;; attempt++) {
            int port = choose(attempt);
            try {
                startAt.accept(port);
                PREVIOUS.put(property, port);
                return;
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || Ports.isFree(port)) {
                    throw e;
                }
            }
        }
    }

    private int choose(int attempt) {
        if (fixed.isPresent()) {
            int port = fixed.getAsInt();
            if (!Ports.isFree(port)) {
                throw new IllegalStateException(property + "=" + port + ": something else listens at this port."
                        + " Stop it, choose another port, or remove the property");
            }
            return port;
        }
        Integer previous = PREVIOUS.get(property);
        return attempt == 1 && previous != null && Ports.isFree(previous) ? previous : Ports.free();
    }
}
