package io.quarkiverse.parallelkafka.benchmark.peer;

/** Something that reads a topic and works on its records. */
interface Peer {

    /** Begins to read. Returns at once, and goes on until the process ends. */
    void start(Job job, Meter meter);
}
