package io.quarkiverse.parallelkafka.demo.users;

import static io.restassured.RestAssured.given;
import static io.restassured.RestAssured.when;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;

/** Both ways from a request to Redis: what is true of one connector is true of the other. */
@QuarkusTest
class UsersTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    enum Way {
        ONE_BY_ONE("/send", "user-topic", Channels.USERS), PARALLEL("/parallel-send", "parallel-user-topic",
                Channels.PARALLEL_USERS);

        final String path;
        final String topic;
        final String channel;

        Way(String path, String topic, String channel) {
            this.path = path;
            this.topic = topic;
            this.channel = channel;
        }
    }

    @Inject
    RedisDataSource redis;

    @Inject
    MeterRegistry meters;

    @Inject
    Topics topics;

    @BeforeEach
    void noUsers() {
        redis.flushall();
    }

    @AfterEach
    void allowEverything() {
        redis.execute("ACL", "SETUSER", "default", "+@all");
    }

    @ParameterizedTest
    @EnumSource
    void sentUsers_areKept(Way way) {
        send(way, "").statusCode(200)
                .body("requested", is(100)).body("acknowledged", is(100)).body("failed", empty())
                .body("notSent", is(0));

        awaitCount(100);
        when().get("/users/1").then().statusCode(200).body("id", is(1)).body("age", is(19)).body("name", is("User 1"));
        when().get("/users/100").then().statusCode(200).body("id", is(100));
        when().get("/users/101").then().statusCode(404);
        assertThat(redis.hash(String.class).hgetall("user:42"))
                .isEqualTo(Map.of("id", "42", "age", "60", "name", "User 42"));
    }

    @ParameterizedTest
    @EnumSource
    void usersSentTwice_areCountedOnce(Way way) {
        send(way, "?count=7").statusCode(200);
        send(way, "?count=12").statusCode(200);

        awaitCount(12);
    }

    @ParameterizedTest
    @EnumSource
    void keyOfRecord_isTheId(Way way) {
        long before = topics.size(way.topic);
        send(way, "?count=3").statusCode(200);

        assertThat(topics.read(way.topic, before)).extracting(ConsumerRecord::key).containsExactly("1", "2", "3");
        awaitCount(3);
    }

    @ParameterizedTest
    @EnumSource
    void keyOfRecord_isOneOfAsManyAsAskedFor(Way way) {
        long before = topics.size(way.topic);
        send(way, "?count=5&keys=2").statusCode(200);

        assertThat(topics.read(way.topic, before)).extracting(ConsumerRecord::key).containsExactly("1", "0", "1", "0",
                "1");
        awaitCount(5);
    }

    @ParameterizedTest
    @EnumSource
    void moreThanAWindow_isAcknowledgedInOrder(Way way) {
        long before = topics.size(way.topic);
        send(way, "?count=2500&keys=1").statusCode(200).body("acknowledged", is(2500));

        List<String> expected = LongStream.rangeClosed(1, 2500).mapToObj(id -> "\"id\":" + id + ",").toList();
        List<ConsumerRecord<String, String>> records = topics.read(way.topic, before);
        assertThat(records).hasSameSizeAs(expected);
        assertThat(records).zipSatisfy(expected, (record, id) -> assertThat(record.value()).contains(id));
        awaitCount(2500);
    }

    @ParameterizedTest
    @CsvSource({
            "count=0, count",
            "count=-1, count",
            "count=ten, count",
            "count=2147483648, count",
            "count=1000001, 'count must be a whole number from 1 to 1000000'",
            "count=1&keys=0, keys",
            "count=1&keys=1.5, keys",
    })
    void wrongParameter_isRefusedWithWhatIsAllowed(String query, String detail) {
        for (Way way : Way.values()) {
            long before = topics.size(way.topic);
            send(way, "?" + query).statusCode(400).contentType("application/problem+json")
                    .body("status", is(400)).body("detail", containsString(detail));
            assertThat(topics.size(way.topic)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void badMessages_areCountedAndStopNothing(Way way) {
        double before = rejected(way);
        topics.send(way.topic, "1", "{bad".getBytes(UTF_8));
        topics.send(way.topic, "1", "{\"id\":1,\"age\":-1,\"name\":\"A\"}".getBytes(UTF_8));
        topics.send(way.topic, "1", new byte[]{(byte) 0xff, (byte) 0xfe, 0x00});
        topics.send(way.topic, "1", new byte[0]);
        topics.send(way.topic, "no id", null);
        topics.send(way.topic, "1", "{\"id\":2,\"age\":3,\"name\":\"B\",\"new\":true}".getBytes(UTF_8));

        awaitCount(1);
        await().atMost(SOON).until(() -> rejected(way) == before + 5);
        when().get("/users/2").then().statusCode(200).body("name", is("B"));
        when().get("/users/1").then().statusCode(404);
        when().get("/q/metrics").then().body(containsString("demo_rejected_total{channel=\"" + way.channel + "\"}"));
    }

    @ParameterizedTest
    @EnumSource
    void tombstone_deletesTheUserOfItsKey(Way way) {
        send(way, "?count=12").statusCode(200);
        awaitCount(12);

        topics.send(way.topic, "7", null);
        topics.send(way.topic, "1000", null);

        awaitCount(11);
        when().get("/users/7").then().statusCode(404);
        when().get("/users/8").then().statusCode(200);
        assertThat(redis.key().exists("user:7")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void usersOfAnOutage_areKeptAfterIt(Way way) {
        long denied = denied();
        redis.execute("ACL", "SETUSER", "default", "-hset");
        send(way, "?count=20").statusCode(200);
        await().atMost(SOON).until(() -> denied() > denied);
        assertThat(count()).isZero();

        allowEverything();

        awaitCount(20);
    }

    private static ValidatableResponse send(Way way, String query) {
        return given().urlEncodingEnabled(false).when().post(way.path + query).then();
    }

    private static int count() {
        return when().get("/users/count").then().statusCode(200).extract().as(Integer.class);
    }

    private static void awaitCount(int users) {
        await().atMost(SOON).untilAsserted(() -> assertThat(count()).isEqualTo(users));
    }

    private double rejected(Way way) {
        return meters.get("demo.rejected").tag("channel", way.channel).counter().count();
    }

    /** How many commands Redis has denied since it started. */
    private long denied() {
        return redis.execute("INFO", "errorstats").toString().lines()
                .filter(line -> line.startsWith("errorstat_NOPERM:count="))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1).trim()))
                .findFirst().orElse(0);
    }
}
