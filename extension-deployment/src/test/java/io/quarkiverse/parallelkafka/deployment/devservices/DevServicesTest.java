package io.quarkiverse.parallelkafka.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;

/** An application in test mode, on a machine without containers, that is told nothing about Kafka and Redis. */
@WithoutContainers
class DevServicesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Servers.class, WithoutContainers.class,
                    WithoutContainers.Condition.class))
            .overrideConfigKey("mp.messaging.incoming.words.auto.offset.reset", "earliest")
            .overrideConfigKey("mp.messaging.outgoing.words-out.topic", "words");

    @Test
    void application_reachesBothServers() {
        RestAssured.post("/words/hello").then().statusCode(204);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(
                () -> assertThat(RestAssured.get("/words/hello").asString()).isEqualTo("redis=kept kafka=true"));
    }
}
