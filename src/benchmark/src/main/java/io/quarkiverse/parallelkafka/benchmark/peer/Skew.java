package io.quarkiverse.parallelkafka.benchmark.peer;

import java.util.concurrent.atomic.LongAdder;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the records of one hot key, and those of the partitions that it isn't in. The hot key is in partition 0. */
final class Skew {

    private static final int HOT_PARTITION = 0;

    private final String hotKey;
    private final LongAdder hot = new LongAdder();
    private final LongAdder elsewhere = new LongAdder();

    Skew(String hotKey) {
        this.hotKey = hotKey;
    }

    void done(ConsumerRecord<String, String> work) {
        if (work.partition() != HOT_PARTITION) {
            elsewhere.increment();
        } else if (hotKey.equals(work.key())) {
            hot.increment();
        }
    }

    void reset() {
        hot.reset();
        elsewhere.reset();
    }

    Result.SkewedRates rates(double seconds) {
        return new Result.SkewedRates(hot.sum() / seconds, elsewhere.sum() / seconds);
    }
}
