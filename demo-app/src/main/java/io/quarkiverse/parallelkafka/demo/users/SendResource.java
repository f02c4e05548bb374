package io.quarkiverse.parallelkafka.demo.users;

import java.util.OptionalInt;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;
import org.eclipse.microprofile.reactive.messaging.OnOverflow.Strategy;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.Record;

/** Sends user messages to Kafka on request: as many as {@code count} says, with ids from 1. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class SendResource {

    private final MutinyEmitter<Record<String, UserMessage>> users;
    private final MutinyEmitter<Record<String, UserMessage>> parallelUsers;
    private final int maxCount;

    // The buffers need no bound of their own: a sender has one.
    SendResource(
            @Channel(Channels.USERS_OUT) @OnOverflow(Strategy.UNBOUNDED_BUFFER) MutinyEmitter<Record<String, UserMessage>> users,
            @Channel(Channels.PARALLEL_USERS_OUT) @OnOverflow(Strategy.UNBOUNDED_BUFFER) MutinyEmitter<Record<String, UserMessage>> parallelUsers,
            DemoConfig config) {
        this.users = users;
        this.parallelUsers = parallelUsers;
        this.maxCount = config.maxCount();
    }

    @POST
    @Path("/send")
    public Uni<Response> send(@RestQuery @DefaultValue("100") String count, @RestQuery @Nullable String keys) {
        return send(users, count, keys);
    }

    @POST
    @Path("/parallel-send")
    public Uni<Response> parallelSend(@RestQuery @DefaultValue("100") String count, @RestQuery @Nullable String keys) {
        return send(parallelUsers, count, keys);
    }

    private Uni<Response> send(MutinyEmitter<Record<String, UserMessage>> topic, String count, @Nullable String keys) {
        int messages = number("count", count, maxCount);
        OptionalInt differentKeys = keys == null
                ? OptionalInt.empty()
                : OptionalInt.of(number("keys", keys, Integer.MAX_VALUE));
        return new UserSender(topic, messages, differentKeys).send()
                .map(result -> Response.status(result.complete() ? Status.OK : Status.SERVICE_UNAVAILABLE)
                        .entity(result).build());
    }

    private static int number(String parameter, String text, int max) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same answer as for a number that is out of range.
        }
        throw new WebApplicationException(Response.status(Status.BAD_REQUEST)
                .type("application/problem+json")
                .entity(new Problem("Bad Request", Status.BAD_REQUEST.getStatusCode(),
                        parameter + " must be a whole number from 1 to " + max))
                .build());
    }

    /** What is wrong with a request, in the form of RFC 9457. */
    record Problem(String title, int status, String detail) {
    }
}
