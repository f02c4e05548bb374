package io.quarkiverse.parallelkafka.engine;

import static io.quarkiverse.parallelkafka.logging.ParallelKafkaLogging.log;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.quarkiverse.parallelkafka.engine.EngineSnapshot.State;

/**
 * The life of an engine: started once, stopped, and ended as it should be or by a fault. However it ends, the decoder is
 * closed with it, once.
 *
 * <p>
 * Thread safety: may be used from any thread. One step at a time is taken, so that whatever ends the engine waits until
 * its start is over.
 */
public final class Lifecycle {

    private final String channel;
    private final RecordDecoder<?, ?> decoder;
    private volatile State state = State.NEW;
    private volatile @Nullable Throwable failure;

    /**
     * @param channel the name of the engine's channel
     * @param decoder closed at the end
     */
    public Lifecycle(String channel, RecordDecoder<?, ?> decoder) {
        this.channel = channel;
        this.decoder = decoder;
    }

    /**
     * @param prepare makes what the engine runs on; what it throws is the end
     * @param run starts the thread that is to report the {@link #ended() end}
     * @throws IllegalStateException if it was started or closed before
     */
    public synchronized void start(Runnable prepare, Runnable run) {
        if (state != State.NEW) {
            throw new IllegalStateException("The engine of channel '" + channel + "' was started or closed before");
        }
        try {
            prepare.run();
            state = State.RUNNING;
            run.run();
        } catch (RuntimeException | Error e) {
            failure = e;
            state = State.FAILED;
            decoder.close();
            throw e;
        }
    }

    /** @return whether it ran until now */
    public synchronized boolean stop() {
        if (state != State.RUNNING) {
            return false;
        }
        state = State.STOPPING;
        return true;
    }

    /** An engine that was not started never will be. */
    public synchronized void closeIfNew() {
        if (state == State.NEW) {
            state = State.CLOSED;
            decoder.close();
        }
    }

    /**
     * Something that it could not get over is about to {@link #ended() end} it. That is logged.
     *
     * @param cause what it was
     */
    public void failed(Throwable cause) {
        synchronized (this) {
            failure = cause;
            state = State.FAILED;
        }
        log.engineFailed(channel, cause);
    }

    /** Nothing of the engine is left, but for the calling thread. */
    public void ended() {
        synchronized (this) {
            if (state != State.FAILED) {
                state = State.CLOSED;
            }
        }
        decoder.close();
    }

    /**
     * @param ofRunning what an engine is doing that is started and has not ended, in the given state
     * @return what the engine is doing
     */
    public EngineSnapshot snapshot(Function<State, EngineSnapshot> ofRunning) {
        State now = state;
        return now == State.RUNNING || now == State.STOPPING
                ? ofRunning.apply(now)
                : EngineSnapshot.withoutConsumer(now, failure);
    }
}
