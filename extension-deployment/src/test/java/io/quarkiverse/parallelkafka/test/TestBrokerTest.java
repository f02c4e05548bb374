package io.quarkiverse.parallelkafka.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TestBrokerTest {

    @Test
    void sentRecord_isInTheCreatedTopic() throws Exception {
        String topic = TestBroker.createTopic("test-broker-sent-record", 3);
        TestBroker.send(topic, "key", "value");
        TestBroker.send(topic, "key", null);
        try (Admin admin = TestBroker.admin()) {
            long records = 0;
            for (int partition = 0; partition < 3; partition++) {
                TopicPartition place = new TopicPartition(topic, partition);
                ListOffsetsResultInfo end = admin.listOffsets(Map.of(place, OffsetSpec.latest()))
                        .partitionResult(place).get(30, TimeUnit.SECONDS);
                records += end.offset();
            }
            assertThat(records).isEqualTo(2);
        }
    }
}
