package io.quarkiverse.parallelkafka.benchmark.peer;

import java.io.IOException;

/** The process that started this one: it holds the other end of the standard input. */
public final class Parent {

    private Parent() {
    }

    /** Ends this process when that one ends, however it does. */
    public static void endWithIt() {
        Thread thread = new Thread(() -> {
            awaitEnd();
            Runtime.getRuntime().halt(1);
        }, "benchmark-parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for this process's turn. Returns whether there is one: that process may have ended, or have enough. */
    static boolean awaitTurn() {
        try {
            return System.in.read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until that process has closed its end, or has ended. */
    public static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // It has nothing to say.
            }
        } catch (IOException e) {
            // As good as the end.
        }
    }
}
