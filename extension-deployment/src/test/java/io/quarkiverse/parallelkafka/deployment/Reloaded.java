package io.quarkiverse.parallelkafka.deployment;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** An application with one parallel channel. */
@Path("/")
@ApplicationScoped
public class Reloaded {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Incoming("hot-reload")
    void read(String word) {
        seen.add(word);
    }

    @GET
    @Path("seen")
    public String seen() {
        return "version one has seen " + seen;
    }
}
