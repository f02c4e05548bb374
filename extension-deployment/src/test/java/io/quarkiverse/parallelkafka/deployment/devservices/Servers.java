package io.quarkiverse.parallelkafka.deployment.devservices;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

import io.quarkus.redis.datasource.RedisDataSource;

/** An application that is told where Kafka and Redis are, and uses both. */
@Path("/")
@ApplicationScoped
public class Servers {

    @Inject
    RedisDataSource redis;

    @Channel("words-out")
    Emitter<String> words;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String kafka;

    @ConfigProperty(name = "quarkus.redis.hosts")
    String hosts;

    final List<String> seen = new CopyOnWriteArrayList<>();

    @Incoming("words")
    void read(String word) {
        seen.add(word);
    }

    @POST
    @Path("words/{word}")
    public void send(@PathParam("word") String word) {
        redis.value(String.class).set(word, "kept");
        words.send(word).toCompletableFuture().join();
    }

    @GET
    @Path("words/{word}")
    public String find(@PathParam("word") String word) {
        return "redis=" + redis.value(String.class).get(word) + " kafka=" + seen.contains(word);
    }

    @GET
    @Path("addresses")
    public String addresses() {
        return kafka + " " + hosts;
    }

    @GET
    @Path("version")
    public String version() {
        return "version one";
    }
}
