package io.quarkiverse.parallelkafka.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import javax.management.InstanceAlreadyExistsException;
import javax.management.ObjectName;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;

/** A live reload with a running channel: the old engine is gone before the new one joins. */
class HotReloadTest {

    private static final String CHANNEL = "hot-reload";
    private static final int PORT = freePort();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusDevModeTest DEV_MODE = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClass(Reloaded.class)
                    .addAsResource(new StringAsset("""
                            quarkus.devservices.enabled=false
                            kafka.bootstrap.servers=%s
                            mp.messaging.incoming.hot-reload.connector=parallel-kafka
                            mp.messaging.incoming.hot-reload.group.id=hot-reload
                            mp.messaging.incoming.hot-reload.auto.offset.reset=earliest
                            quarkus.http.port=%d
                            """.formatted(TestBroker.bootstrapServers(), PORT)), "application.properties"))
            .setLogRecordPredicate(entry -> true);

    @Test
    void reloads_leaveOneConsumerAndNothingOfTheOldOnes() throws Exception {
        send("before");
        awaitAnswer("version one has seen [before]");
        Set<Thread> old = threads();
        assertThat(old).isNotEmpty();

        DEV_MODE.modifySourceFile(Reloaded.class, source -> source.replace("version one", "version two"));
        awaitAnswer("version two has seen []");
        send("between");
        awaitAnswer("version two has seen [between]");
        Set<Thread> between = threads();

        DEV_MODE.modifySourceFile(Reloaded.class, source -> source.replace("version two", "version three"));
        awaitAnswer("version three has seen []");
        send("after");
        awaitAnswer("version three has seen [after]");

        assertThat(old).noneMatch(Thread::isAlive);
        assertThat(between).noneMatch(Thread::isAlive);
        assertThat(threads()).extracting(Thread::getName).isNotEmpty().doesNotHaveDuplicates();
        assertThat(group().members()).hasSize(1);
        assertThat(ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("kafka.consumer:type=app-info,id=*" + CHANNEL + "*"), null)).hasSize(1);
        assertThat(DEV_MODE.getLogRecords())
                .noneMatch(entry -> String.valueOf(entry.getMessage()).contains("AppInfo mbean"))
                .noneMatch(entry -> entry.getThrown() instanceof InstanceAlreadyExistsException);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(String word) {
        TestBroker.send(CHANNEL, word, word);
    }

    private static void awaitAnswer(String answer) {
        await().atMost(PATIENCE).untilAsserted(
                () -> assertThat(RestAssured.given().port(PORT).get("/seen").asString()).isEqualTo(answer));
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains(CHANNEL))
                .collect(Collectors.toSet());
    }

    private static ConsumerGroupDescription group() throws Exception {
        try (Admin admin = TestBroker.admin()) {
            return admin.describeConsumerGroups(List.of(CHANNEL)).describedGroups().get(CHANNEL)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
