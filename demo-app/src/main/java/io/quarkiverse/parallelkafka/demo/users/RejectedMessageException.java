package io.quarkiverse.parallelkafka.demo.users;

/** A record that isn't a user message, and will not be one however often it is read. */
final class RejectedMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason what is wrong with it, without its content */
    RejectedMessageException(String reason) {
        super(reason);
    }
}
