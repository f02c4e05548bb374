package io.quarkiverse.parallelkafka.deployment.devservices;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.jboss.logging.Logger;

/** Creates the topics of {@code quarkus.kafka.devservices.topic-partitions} in a broker that has just started. */
final class TopicCreation {

    private static final Logger LOG = Logger.getLogger(TopicCreation.class);

    private TopicCreation() {
    }

    /** @param partitions number of partitions by topic name */
    static void create(String bootstrapServers, Map<String, Integer> partitions, Duration timeout) {
        if (!partitions.isEmpty()) {
            BrokerLog.quietWhile(() -> createAll(bootstrapServers, partitions, timeout));
        }
    }

    private static void createAll(String bootstrapServers, Map<String, Integer> partitions, Duration timeout) {
        List<NewTopic> topics = partitions.entrySet().stream()
                .map(topic -> new NewTopic(topic.getKey(), topic.getValue(), (short) 1))
                .toList();
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            admin.createTopics(topics).all().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.errorf(e, "The topics of quarkus.kafka.devservices.topic-partitions were not all created: %s",
                    partitions);
        }
    }
}
