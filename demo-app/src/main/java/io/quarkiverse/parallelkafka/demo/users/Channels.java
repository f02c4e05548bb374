package io.quarkiverse.parallelkafka.demo.users;

/** The names of the channels, as the configuration has them. */
final class Channels {

    /** Read by {@code smallrye-kafka}. */
    static final String USERS = "users";
    /** Read by {@code parallel-kafka}. */
    static final String PARALLEL_USERS = "parallel-users";
    /** Written, to the topic that {@link #USERS} reads. */
    static final String USERS_OUT = "users-out";
    /** Written, to the topic that {@link #PARALLEL_USERS} reads. */
    static final String PARALLEL_USERS_OUT = "parallel-users-out";

    private Channels() {
    }
}
