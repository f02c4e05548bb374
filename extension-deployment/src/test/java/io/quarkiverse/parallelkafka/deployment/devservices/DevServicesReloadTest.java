package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;

/** Dev mode with the embedded servers, on a machine without containers. */
@WithoutContainers
class DevServicesReloadTest {

    private static final int PORT = Ports.free();
    private static final String PROPERTIES = """
            mp.messaging.incoming.words.auto.offset.reset=earliest
            mp.messaging.outgoing.words-out.topic=words
            quarkus.kafka.devservices.topic-partitions.words=3
            quarkus.http.port=%d
            """.formatted(PORT);

    @RegisterExtension
    static final QuarkusDevModeTest DEV_MODE = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClass(Servers.class)
                    .addAsResource(new StringAsset(PROPERTIES), "application.properties"))
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.INFO.intValue());

    @Test
    void servers_surviveAReloadWithTheirData() {
        send("before");
        awaitWord("before");
        String addresses = get("/addresses");

        DEV_MODE.modifySourceFile(Servers.class, source -> source.replace("version one", "version two"));
        await().atMost(Duration.ofSeconds(30)).until(() -> get("/version").equals("version two"));

        assertThat(get("/addresses")).isEqualTo(addresses);
        assertThat(get("/words/before")).startsWith("redis=kept");
        send("after");
        awaitWord("after");
        assertThat(started("Kafka broker")).isEqualTo(1);
        assertThat(started("redis-server")).isEqualTo(1);
    }

    @Test
    void changedTopics_restartTheBrokerAtItsAddress() throws Exception {
        String addresses = get("/addresses");
        assertThat(partitionsOf("words")).isEqualTo(3);

        DEV_MODE.modifyResourceFile("application.properties", content -> content.replace("words=3", "words=5"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get("/version").equals("version one") && partitionsOf("words") == 5);

        assertThat(get("/addresses")).isEqualTo(addresses);
        send("restarted");
        awaitWord("restarted");
        assertThat(started("redis-server")).isEqualTo(1);
    }

    @Test
    void log_tellsTheAddressesAndNothingOfTheBrokersOwn() {
        send("logged");
        awaitWord("logged");
        assertThat(DEV_MODE.getLogRecords()).extracting(LogRecord::getLoggerName)
                .noneMatch(logger -> logger.startsWith("kafka.") || logger.startsWith("state.change"))
                .noneMatch(logger -> logger.startsWith("org.apache.kafka") && !logger.contains(".clients."));
        assertThat(DEV_MODE.getLogRecords()).extracting(DevServicesReloadTest::text)
                .noneMatch(line -> line.contains("Docker isn't working") || line.contains("get a working docker"))
                .anyMatch(line -> line.contains("kafka.bootstrap.servers=localhost:"))
                .anyMatch(line -> line.contains("quarkus.redis.hosts=redis://127.0.0.1:"));
    }

    private static void send(String word) {
        RestAssured.given().port(PORT).post("/words/" + word).then().statusCode(204);
    }

    private static void awaitWord(String word) {
        await().atMost(Duration.ofSeconds(30)).until(() -> get("/words/" + word).equals("redis=kept kafka=true"));
    }

    private static String get(String path) {
        return RestAssured.given().port(PORT).get(path).asString();
    }

    private static int partitionsOf(String topic) throws Exception {
        String kafka = get("/addresses").split(" ")[0];
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka))) {
            return admin.describeTopics(List.of(topic)).allTopicNames().get(20, TimeUnit.SECONDS)
                    .get(topic).partitions().size();
        }
    }

    private static long started(String server) {
        return DEV_MODE.getLogRecords().stream()
                .filter(entry -> text(entry).contains("Dev Services started a " + server))
                .count();
    }

    private static String text(LogRecord entry) {
        Object[] parameters = entry.getParameters();
        String message = String.valueOf(entry.getMessage());
        return entry.getLoggerName() + " "
                + (parameters == null || !message.contains("%s") ? message : String.format(message, parameters));
    }
}
