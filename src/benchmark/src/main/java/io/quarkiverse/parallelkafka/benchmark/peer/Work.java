package io.quarkiverse.parallelkafka.benchmark.peer;

/**
 * What is done with a record: nothing, or waiting as for a database or a remote service.
 *
 * @param kind how it waits
 * @param millis how long
 */
public record Work(Kind kind, int millis) {

    /** Done as soon as it began. */
    public static final Work NOTHING = new Work(Kind.NOTHING, 0);

    /** How a record's work waits. */
    public enum Kind {
        /** Not at all. */
        NOTHING,
        /** In a thread that sleeps. */
        BLOCKING,
        /** By a timer, without a thread. */
        NON_BLOCKING
    }

    /** Waits in the calling thread, unless there is nothing to wait for. */
    void block() {
        if (millis > 0) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                // Only the end of the process interrupts: the record is not done then, and must not count.
                throw new IllegalStateException("Interrupted at work", e);
            }
        }
    }

    /** @return for tables: {@code nothing}, {@code sleep10} or {@code timer10} */
    @Override
    public String toString() {
        return switch (kind) {
            case NOTHING -> "nothing";
            case BLOCKING -> "sleep" + millis;
            case NON_BLOCKING -> "timer" + millis;
        };
    }
}
