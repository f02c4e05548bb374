package io.quarkiverse.parallelkafka.engine.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.apache.kafka.common.serialization.Deserializer;

/**
 * A random run's deserializer, which sometimes fails and sometimes takes long. That goes by the run's seed, the value, and
 * how often it was asked for. Like many, it must not be used by two threads.
 */
final class RandomValues implements Deserializer<String> {

    private final long seed;
    private final ManualClock clock;
    private final Map<String, Integer> asked = new HashMap<>();

    RandomValues(long seed, ManualClock clock) {
        this.seed = seed;
        this.clock = clock;
    }

    @Override
    public String deserialize(String topic, byte[] bytes) {
        String text = new String(bytes, UTF_8);
        Random random = new Random((seed * 31 + text.hashCode()) * 31 + asked.merge(text, 1, Integer::sum));
        random.nextInt();
        int chance = random.nextInt(100);
        if (chance < 10) {
            clock.advance(Duration.ofMillis(10L * (1 + random.nextInt(40))));
        }
        if (chance % 5 == 0) {
            throw new IllegalStateException("on purpose");
        }
        return text;
    }
}
