package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.concurrent.atomic.AtomicBoolean;

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

        /** Returns when it reads no more: else its end would be part of what is measured next. */
        @Override
        void close();

        /** A peer that works on threads which look whether they are wanted. */
        static Running on(AtomicBoolean wanted, Thread... threads) {
            for (Thread thread : threads) {
                thread.setDaemon(true);
                thread.start();
            }
            return () -> {
                wanted.set(false);
                try {
                    for (Thread thread : threads) {
                        thread.join();
                    }
                } catch (InterruptedException e) {
                    // Nobody waits for an end any more.
                    Thread.currentThread().interrupt();
                }
            };
        }
    }
}
