package io.quarkiverse.parallelkafka.engine.confluent;

import static io.quarkiverse.parallelkafka.Ordering.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.ParallelEngine;
import io.quarkiverse.parallelkafka.engine.ParallelEngineContract;
import io.quarkiverse.parallelkafka.engine.Protocol;
import io.quarkiverse.parallelkafka.engine.RecordDecoder;
import io.quarkiverse.parallelkafka.engine.TestChannel;

class ConfluentEngineTest extends ParallelEngineContract {

    private static final String NO_PARTITIONS = "The library does not tell what it does with each partition.";

    @Override
    public <K, V> ParallelEngine<K, V> create(ChannelSettings settings, RecordDecoder<K, V> decoder,
            Consumer<org.apache.kafka.clients.consumer.Consumer<?, ?>> consumerCreated) {
        return new ConfluentEngine<>(settings, decoder, consumerCreated);
    }

    @Test
    @Override
    @Disabled("What the metadata of a commit can hold bounds how much is fetched of a partition, waiting records included:"
            + " a thousand that wait behind one record stop the rest. The configuration guide says so.")
    public void failingKeyWithManyRecords_doesNotStopTheRestOfItsPartition() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("Under UNORDERED the library gives out what may run from the lowest offset up: failing records at the head"
            + " that take all of the lanes' time leave none to the rest.")
    public void failingRecordsAtTheHead_leaveLanesToTheRest(Ordering ordering) {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The library commits no more than the offset after the last record: markers and aborted records at the end"
            + " of the log stay as lag, though nothing is left to read.")
    public void commit_reachesTheEndOfTheLog_pastTheLastMarker() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The library believes what a commit says was done beyond the end of the log: where the log has become shorter,"
            + " it leaves out the records that come to those offsets. The configuration guide says so.")
    public void committedMapBeyondTheEnd_isNotBelieved() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The library forgets what runs with the assignment: the record that a rebalance did not wait for any longer"
            + " is started beside itself when its partition comes back.")
    public void partitionThatComesBack_doesNotStartAKeyThatStillRuns_norCountsWhatThatEndsWith(Protocol protocol) {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The library writes up to 4096 characters of metadata, whatever the broker takes.")
    public void brokerThatTakesLessMetadata_getsWhatItTakes() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The library forgets what was done with the assignment: what it had not committed runs again.")
    public void expelledMember_thatIsBackBeforeAnyOther_repeatsNothingThatWasDone() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled("The Kafka consumer, which the library wants when it is created, refuses a broker whose name is unknown:"
            + " start() throws then.")
    public void brokerWhoseNameIsUnknown_showsInTheSnapshot_andIsNoFault() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled(NO_PARTITIONS)
    public void partition_showsWhatIsNotDone_andWhatItWaitsFor() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled(NO_PARTITIONS)
    public void partition_takesInNoMoreThanMayWait_andShowsThat() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled(NO_PARTITIONS)
    public void partition_takesInNoMoreThanMayBeRetried_andShowsThat() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled(NO_PARTITIONS)
    public void partition_takesInNoMoreBytesThanItMay_andShowsThat() {
        // Not kept by this engine.
    }

    @Test
    @Override
    @Disabled(NO_PARTITIONS)
    public void partitionWhoseMapIsFull_showsThat() {
        // Not kept by this engine.
    }

    /** The library logs its options when it starts. */
    @Test
    void optionsOfTheLibrary_showNoPropertyOfTheConsumer() {
        ChannelSettings settings = TestChannel.with(TestChannel.withoutTopic().settings(KEY, 1), "client.rack",
                "s3cret");
        try (ByteConsumer consumer = new ByteConsumer(settings, shown -> {
        })) {
            assertThat(new ChannelModule(settings, consumer, new ControlTasks()).options().toString())
                    .contains("maxConcurrency=1").doesNotContain("s3cret");
        }
    }
}
