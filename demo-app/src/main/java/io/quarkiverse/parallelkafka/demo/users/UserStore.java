package io.quarkiverse.parallelkafka.demo.users;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.redis.client.Response;
import io.vertx.redis.client.ResponseType;

/**
 * The users, in Redis: each is a hash {@code user:<id>}, and its id is a member of a set, so that users can be counted
 * without going through all keys. Both change in one transaction, which goes to Redis in one round trip. All operations may
 * be repeated.
 *
 * <p>
 * There is a set for each ending that an id can have ({@code users:7}, {@code users:42}): no set gets large, and a rule on
 * the endings of keys holds for both keys of a user.
 */
@Singleton
final class UserStore {

    private static final List<String> ENDINGS = Stream.concat(
            IntStream.range(0, 10).mapToObj(Integer::toString),
            IntStream.range(0, 100).mapToObj(number -> String.format("%02d", number))).toList();

    private final Redis redis;
    private final ReactiveRedisDataSource dataSource;

    UserStore(Redis redis, ReactiveRedisDataSource dataSource) {
        this.redis = redis;
        this.dataSource = dataSource;
    }

    /** Keeps a user, in place of what was known of the same user. */
    Uni<Void> put(UserMessage user) {
        return transaction(List.of(
                Request.cmd(Command.HSET).arg(key(user.id())).arg("id").arg(user.id()).arg("age").arg(user.age())
                        .arg("name").arg(user.name()),
                Request.cmd(Command.SADD).arg(index(user.id())).arg(user.id()))).replaceWithVoid();
    }

    /** Forgets a user; one that is not known is no failure. */
    Uni<Void> delete(long id) {
        return transaction(List.of(
                Request.cmd(Command.DEL).arg(key(id)),
                Request.cmd(Command.SREM).arg(index(id)).arg(id))).replaceWithVoid();
    }

    /** @return the user, or null if it is not known */
    Uni<@Nullable UserMessage> find(long id) {
        return dataSource.hash(String.class).hgetall(key(id))
                .map(fields -> fields.isEmpty() ? null : user(id, fields));
    }

    /** @return how many users are known */
    Uni<Long> count() {
        return transaction(ENDINGS.stream().map(ending -> Request.cmd(Command.SCARD).arg("users:" + ending)).toList())
                .map(sizes -> sizes.stream().mapToLong(Response::toLong).sum());
    }

    private Uni<List<Response>> transaction(List<Request> commands) {
        List<Request> requests = new ArrayList<>(commands.size() + 2);
        requests.add(Request.cmd(Command.MULTI));
        requests.addAll(commands);
        requests.add(Request.cmd(Command.EXEC));
        return redis.batch(requests).map(responses -> results(responses.get(responses.size() - 1)));
    }

    /** A command that fails within a transaction shows as an error in the list of results, and not as a failure. */
    private static List<Response> results(Response exec) {
        List<Response> results = new ArrayList<>(exec.size());
        for (int i = 0; i < exec.size(); i++) {
            Response result = exec.get(i);
            if (result.type() == ResponseType.ERROR) {
                throw new IllegalStateException("Redis refused a command of a transaction: " + result);
            }
            results.add(result);
        }
        return results;
    }

    private static UserMessage user(long id, Map<String, String> fields) {
        return new UserMessage(id, Integer.parseInt(fields.get("age")), fields.get("name"));
    }

    private static String key(long id) {
        return "user:" + id;
    }

    private static String index(long id) {
        String digits = Long.toString(id);
        return "users:" + digits.substring(Math.max(0, digits.length() - 2));
    }
}
