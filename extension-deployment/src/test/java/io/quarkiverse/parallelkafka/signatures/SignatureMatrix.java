package io.quarkiverse.parallelkafka.signatures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.apache.kafka.clients.producer.ProducerRecord;

import io.quarkiverse.parallelkafka.signatures.Work.Result;
import io.quarkiverse.parallelkafka.test.TestBroker;

/** Sends records to one signature's channel and judges what its method did with them. */
final class SignatureMatrix {

    static final int LANES = 16;
    static final int RECORDS = 60;
    static final Duration WORK = Duration.ofMillis(20);

    private SignatureMatrix() {
    }

    /** Sixty records with sixty keys: as many at once as there are lanes, or as a smaller pool of threads allows. */
    static void distinctKeys_reachEveryLaneAndNeverMore(Work work, String topic, int expectedInFlight) {
        Result result = process(work, topic, number -> "key-" + number);

        assertThat(result.violations()).isEmpty();
        assertThat(result.mostInFlight()).as("most records of %s in flight", topic).isEqualTo(expectedInFlight);
    }

    /** Sixty records with two keys: never more than two at once, each key's in order. */
    static void twoKeys_runInOrderAndNeverMoreThanTwoAtOnce(Work work, String topic) {
        Result result = process(work, topic, number -> "key-" + number % 2);

        assertThat(result.violations()).isEmpty();
        assertThat(result.mostInFlight()).as("most records of %s in flight", topic).isEqualTo(2);
    }

    private static Result process(Work work, String topic, IntFunction<String> keyOf) {
        List<ProducerRecord<byte[], byte[]>> records = IntStream.range(0, RECORDS)
                .mapToObj(number -> TestBroker.record(topic, keyOf.apply(number), keyOf.apply(number) + ":" + number))
                .toList();
        TestBroker.send(records);
        await().atMost(Duration.ofSeconds(60)).until(() -> work.done() >= RECORDS);
        Result result = work.result();
        assertThat(result.done()).isEqualTo(RECORDS);
        return result;
    }
}
