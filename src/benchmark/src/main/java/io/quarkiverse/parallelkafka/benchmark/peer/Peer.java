package io.quarkiverse.parallelkafka.benchmark.peer;

/** Something that reads a topic and works on its records. */
interface Peer {

    /**
     * Begins to read. Returns at once, and goes on until it is ended, or the process is.
     *
     * @return ends it, and what it started with it
     */
    Running start(Job job, Meter meter);

    /** A peer at work. */
    interface Running extends AutoCloseable {

        @Override
        void close();
    }
}
