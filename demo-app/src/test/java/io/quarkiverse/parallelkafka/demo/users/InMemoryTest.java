package io.quarkiverse.parallelkafka.demo.users;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.junit.jupiter.api.Test;

import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;

/** A channel is switched to the in-memory connector by its {@code connector} alone, whatever its max-concurrency. */
@QuarkusTest
@TestProfile(InMemoryTest.InMemory.class)
class InMemoryTest {

    public static final class InMemory implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            // Not with the connector's own method for it, which sets system properties: they would outlive this test.
            return Map.of("mp.messaging.incoming." + Channels.PARALLEL_USERS + ".connector",
                    InMemoryConnector.CONNECTOR);
        }
    }

    @Inject
    @Any
    InMemoryConnector connector;

    @Inject
    RedisDataSource redis;

    @Test
    void channelInMemory_isOneStreamWithItsOwnName() {
        connector.<Message<byte[]>>source(Channels.PARALLEL_USERS)
                .send(message("{\"id\":1,\"age\":30,\"name\":\"Ada\"}"));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(redis.hash(String.class).hgetall("user:1")).containsEntry("name", "Ada"));
    }

    private static Message<byte[]> message(String json) {
        byte[] value = json.getBytes(UTF_8);
        return Message.of(value, Metadata.of(new IncomingKafkaRecordMetadata<>(
                new ConsumerRecord<>("in-memory", 0, 0, "1", value), Channels.PARALLEL_USERS)));
    }
}
