package io.quarkiverse.parallelkafka.lane;

/** What says that a channel's method is done with a record. */
public enum Completion {
    /** Its ack. */
    ON_ACK,
    /**
     * The stream's request for the next one: the method acknowledges a record before it works on it, or never. So it is
     * for a method on a stream of payloads, which the framework acknowledges on their way in.
     */
    ON_NEXT_REQUEST
}
