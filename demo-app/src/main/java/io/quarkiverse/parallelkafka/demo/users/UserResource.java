package io.quarkiverse.parallelkafka.demo.users;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import org.jboss.resteasy.reactive.RestPath;

import io.smallrye.mutiny.Uni;

/** Shows the users that were kept. */
@Path("/users")
@Produces(MediaType.APPLICATION_JSON)
class UserResource {

    private final UserStore store;

    UserResource(UserStore store) {
        this.store = store;
    }

    @GET
    @Path("/{id}")
    public Uni<UserMessage> user(@RestPath long id) {
        return store.find(id).onItem().ifNull().failWith(NotFoundException::new);
    }

    @GET
    @Path("/count")
    public Uni<Long> count() {
        return store.count();
    }
}
