package io.quarkiverse.parallelkafka.logging;

import java.lang.invoke.MethodHandles;

import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.Cause;
import org.jboss.logging.annotations.LogMessage;
import org.jboss.logging.annotations.Message;
import org.jboss.logging.annotations.MessageLogger;

/**
 * What the connector logs. A failure is logged once, where it is handled, with topic, partition and offset, and never
 * with a record's key or value. Codes are public: once given, a code keeps its meaning.
 */
@MessageLogger(projectCode = "PKAFKA", length = 5)
public interface ParallelKafkaLogging extends BasicLogger {

    ParallelKafkaLogging log = Logger.getMessageLogger(MethodHandles.lookup(), ParallelKafkaLogging.class,
            "io.quarkiverse.parallelkafka");

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 1, value = "Channel '%s' reads %s with ordering %s, %d records at a time, in group '%s'")
    void channelStarted(String channel, String subscription, String ordering, int maxConcurrency, String group);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 2, value = "Channel '%s': attempt %d at %s-%d@%d failed, next one in %d ms")
    void attemptFailed(String channel, int attempt, String topic, int partition, long offset, long delayMillis,
            @Cause Throwable cause);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 3, value = "Channel '%s' has stopped: its engine failed")
    void engineFailed(String channel, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 4, value = "Channel '%s' stops with %d records still in flight after %d ms; they will be read again")
    void stoppedWithRecordsInFlight(String channel, int inFlight, long timeoutMillis);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 5, value = "Channel '%s': the metadata of the offset committed for %s-%d is not ours or is damaged;"
            + " reading from offset %d as if nothing after it had been done")
    void foreignCommitMetadata(String channel, String topic, int partition, long offset);

    @LogMessage(level = Logger.Level.ERROR)
    @Message(id = 6, value = "Channel '%s' has stopped: a stream into the application was cancelled, so its records can"
            + " no longer be acknowledged")
    void laneCancelled(String channel);

    @LogMessage(level = Logger.Level.INFO)
    @Message(id = 7, value = "Channel '%s' has stopped")
    void channelStopped(String channel);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 8, value = "Channel '%s': attempt %d at %s-%d@%d failed, next one in %d ms: %s")
    void attemptFailedAgain(String channel, int attempt, String topic, int partition, long offset, long delayMillis,
            String causeClass);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 9, value = "Channel '%s': attempt %d failed, next one in %d ms: %s")
    void recordUndecodable(String channel, int attempt, long delayMillis, String what);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 10, value = "Channel '%s': '%s' is no attribute of this connector and no property of the Kafka consumer")
    void unknownAttribute(String channel, String attribute);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 20, value = "Channel '%s': offsets could not be committed; they are committed again later")
    void commitFailed(String channel, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 21, value = "Channel '%s': %s taken away while records of theirs were still in flight after %d ms;"
            + " these will be read again")
    void revokedWithRecordsInFlight(String channel, Object partitions, long timeoutMillis);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 22, value = "Channel '%s': the consumer can't fetch, trying again in %d ms: %s")
    void consumerHasFault(String channel, long delayMillis, String what);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 24, value = "Channel '%s': %s-%d ends at offset %d, before records that were done; reading from offset"
            + " %d as if nothing after it had been done")
    void logBecameShorter(String channel, String topic, int partition, long end, long offset);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 23, value = "Channel '%s': so much of %s-%d is done beyond offset %d, which is not, that it hardly fits"
            + " a commit's metadata; no more of it is fetched until there is room")
    void commitMetadataFull(String channel, String topic, int partition, long base);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 25, value = "Channel '%s': the brokers refuse a commit with %d characters of metadata"
            + " (offset.metadata.max.bytes); %s")
    void commitMetadataTooLong(String channel, int length, String whatFollows);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 26, value = "Channel '%s': what handles its records threw after it had reported the outcome of %s-%d@%d,"
            + " which stands")
    void handlerThrewLate(String channel, String topic, int partition, long offset, @Cause Throwable cause);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 27, value = "Channel '%s' has ended and could not commit all that is done of %s; it will be read again")
    void endedUncommitted(String channel, Object partitions);

    @LogMessage(level = Logger.Level.WARN)
    @Message(id = 28, value = "Channel '%s': the poll thread still runs long after the engine was to end, maybe in a"
            + " deserializer. For Kafka it is a member of the group until its session ends")
    void pollThreadStillRuns(String channel);
}
