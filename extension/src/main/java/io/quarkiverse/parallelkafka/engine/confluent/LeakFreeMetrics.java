package io.quarkiverse.parallelkafka.engine.confluent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.metrics.PCMetrics;
import io.confluent.parallelconsumer.metrics.PCMetricsDef;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;

/**
 * The library's meters, which go nowhere: a channel has its own. The library asks for the meters of a commit at each
 * commit and remembers them each time, for as long as it lives; here it gets them from a cache.
 */
final class LeakFreeMetrics extends PCMetrics {

    private final Map<List<Object>, Timer> timers = new ConcurrentHashMap<>();
    private final Map<List<Object>, Counter> counters = new ConcurrentHashMap<>();

    LeakFreeMetrics(ParallelConsumerOptions<?, ?> options) {
        super(options.getMeterRegistry(), options.getMetricsTags(), options.getPcInstanceTag());
    }

    @Override
    public Timer getTimerFromMetricDef(PCMetricsDef definition, Tag... tags) {
        return timers.computeIfAbsent(List.of(definition, List.of(tags)),
                absent -> super.getTimerFromMetricDef(definition, tags));
    }

    @Override
    public Counter getCounterFromMetricDef(PCMetricsDef definition, Tag... tags) {
        return counters.computeIfAbsent(List.of(definition, List.of(tags)),
                absent -> super.getCounterFromMetricDef(definition, tags));
    }
}
