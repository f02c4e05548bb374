package io.quarkiverse.parallelkafka.lane;

/** What says that a channel's method is done with a record. */
public enum Completion {
    /** Its ack. */
    ON_ACK,
    /**
     * The stream's request for the next one, because the method never acknowledges: it works on a stream of payloads,
     * which have no ack.
     */
    ON_NEXT_REQUEST
}
