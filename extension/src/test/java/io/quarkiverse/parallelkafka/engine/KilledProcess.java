package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.Ordering.KEY;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.parallelkafka.config.ChannelSettings;
import io.quarkiverse.parallelkafka.engine.guarantee.AtLeastOnce;

/**
 * A process of its own that runs an engine and, halfway through, ends as if it had been killed: nothing is closed, and
 * no shutdown hook runs. It says of each record that it is done with it before it tells the engine.
 */
final class KilledProcess {

    private static final String DONE = "done ";

    private KilledProcess() {
    }

    /**
     * @param factory the test class that creates the engine
     * @param count after how many records the process ends
     * @param done told of the records that the process was done with
     * @return how many these were
     */
    static int run(Class<? extends EngineFactory> factory, TestChannel channel, int count, AtLeastOnce done)
            throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"),
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager", KilledProcess.class.getName(),
                factory.getName(), channel.name(), channel.topic(), channel.group(), channel.bootstrapServers(),
                Integer.toString(count)).redirectError(Redirect.INHERIT).start();
        int told = 0;
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(DONE)) {
                    String[] place = line.substring(DONE.length()).split(" ");
                    done.done(channel.topic(), Integer.parseInt(place[0]), Long.parseLong(place[1]));
                    told++;
                }
            }
        } finally {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        return told;
    }

    /** The process: runs until it halts, or is ended from outside. */
    public static void main(String[] args) throws Exception {
        TestBroker.quieten();
        Constructor<?> constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        EngineFactory factory = (EngineFactory) constructor.newInstance();
        TestChannel channel = new TestChannel(args[1], args[2], args[3], args[4]);
        int count = Integer.parseInt(args[5]);
        AtomicInteger done = new AtomicInteger();
        PrintStream output = System.out;
        // The group waits as long for a member that has not left it.
        ChannelSettings settings = TestChannel.with(channel.settings(KEY, 8), "session.timeout.ms", 6000);
        EngineRun.start(factory.engine(settings), 8, delivery -> {
            synchronized (output) {
                output.println(DONE + delivery.raw().partition() + " " + delivery.raw().offset());
                output.flush();
                if (done.incrementAndGet() == count) {
                    Runtime.getRuntime().halt(1);
                }
            }
            return Outcome.doneAfter(2);
        });
        Thread.currentThread().join();
    }
}
