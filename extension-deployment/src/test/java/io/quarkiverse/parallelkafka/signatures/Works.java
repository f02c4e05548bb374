package io.quarkiverse.parallelkafka.signatures;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

/** What the consumers of one application did, by channel. */
@Singleton
public class Works {

    private final Map<String, Work> byChannel = new ConcurrentHashMap<>();

    Work of(String channel) {
        return byChannel.computeIfAbsent(channel, Work::new);
    }
}
