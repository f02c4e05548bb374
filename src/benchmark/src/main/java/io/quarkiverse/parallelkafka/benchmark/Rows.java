package io.quarkiverse.parallelkafka.benchmark;

import static io.quarkiverse.parallelkafka.benchmark.peer.Work.NOTHING;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.quarkiverse.parallelkafka.benchmark.Row.Kind;
import io.quarkiverse.parallelkafka.benchmark.peer.Work;

/** Every row of the table, and the topics that they read. */
final class Rows {

    static final String BUILT_IN = "built-in";
    static final String CONFLUENT = "confluent";
    static final String SMALLRYE = "smallrye-kafka";
    static final String PARALLEL = "parallel-kafka";
    static final String IN_PROCESS = "in-process";
    static final List<String> SIGNATURES = List.of("uni", "void", "blocking-unordered");

    static final Map<String, Map<String, String>> PROTOCOLS = new TreeMap<>(Map.of(
            "eager", Map.of("partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor"),
            "cooperative",
            Map.of("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"),
            "consumer", Map.of("group.protocol", "consumer")));

    /** Enough where work waits. */
    private static final long WAITING_RECORDS = 1_000_000;
    private static final int KEYS = 10_000;
    private static final int MANY_KEYS = 1_000_000;
    private static final int FEW_KEYS = 1_000;
    private static final int IN_FLIGHT = 16;

    final Workload eight;
    final Workload one;
    final Workload manyKeys;
    final Workload hotKey;
    final Workload heapFewKeys;
    final Workload heapManyKeys;
    final Workload live = new Workload("8p-live", 8, KEYS, 0, 0);

    /**
     * @param records how many records each topic holds
     * @param heapRecords how many those hold that are read to their end
     */
    Rows(long records, long heapRecords) {
        eight = new Workload("8p", 8, KEYS, records, 0);
        one = new Workload("1p", 1, KEYS, records, 0);
        manyKeys = new Workload("8p-1M-keys", 8, MANY_KEYS, records, 0);
        hotKey = new Workload("8p-hot-key", 8, KEYS, WAITING_RECORDS, 20);
        heapFewKeys = new Workload("8p-1k-keys-heap", 8, FEW_KEYS, heapRecords, 0);
        heapManyKeys = new Workload("8p-1M-keys-heap", 8, MANY_KEYS, heapRecords, 0);
    }

    List<Row> all() {
        List<Row> rows = new ArrayList<>();
        nothingDone(rows);
        waiting(rows);
        channels(rows);
        skew(rows);
        latency(rows);
        heap(rows);
        idle(rows);
        join(rows);
        return rows;
    }

    private void nothingDone(List<Row> rows) {
        rows.add(plain(eight).inQuickRun());
        rows.add(plain(one).inQuickRun());
        rows.add(plain(manyKeys));
        rows.add(handOver(eight));
        rows.add(handOver(one));
        rows.add(withSystemsBuffer(plain(eight)));
        rows.add(withSystemsBuffer(plain(one)));
        rows.add(withSystemsBuffer(handOver(eight)));
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, eight, NOTHING).inQuickRun());
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, one, NOTHING).inQuickRun());
        rows.add(engine(BUILT_IN, "unordered", IN_FLIGHT, eight, NOTHING).inQuickRun());
        rows.add(engine(BUILT_IN, "partition", IN_FLIGHT, eight, NOTHING).inQuickRun());
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, manyKeys, NOTHING));
        rows.add(engine(CONFLUENT, "key", IN_FLIGHT, eight, NOTHING));
        rows.add(core("", "key", IN_FLIGHT, eight, NOTHING).inQuickRun());
        rows.add(core("", "key", IN_FLIGHT, one, NOTHING));
        rows.add(core("", "unordered", IN_FLIGHT, eight, NOTHING));
        rows.add(core("", "partition", IN_FLIGHT, eight, NOTHING));
        rows.add(core("tuned", "key", IN_FLIGHT, eight, NOTHING));
        rows.add(async("key", 100, eight, NOTHING));
        rows.add(async("key", 1000, eight, NOTHING));
    }

    private void waiting(List<Row> rows) {
        for (int millis : new int[]{1, 10, 100}) {
            for (int max : new int[]{100, 1000}) {
                Row row = engine(BUILT_IN, "key", max, eight, timer(millis));
                rows.add(millis == 10 ? row.inQuickRun() : row);
                rows.add(async("key", max, eight, timer(millis)));
            }
            rows.add(engine(BUILT_IN, "key", 100, eight, sleep(millis)));
            rows.add(core("", "key", 100, eight, sleep(millis)));
        }
        rows.add(engine(BUILT_IN, "key", 100, one, timer(10)));
        rows.add(engine(CONFLUENT, "key", 100, eight, timer(10)));
        rows.add(core("", "key", 100, one, sleep(10)));
    }

    private void channels(List<Row> rows) {
        for (String signature : SIGNATURES) {
            rows.add(channel(IN_PROCESS, signature, "", IN_FLIGHT, eight, NOTHING));
            rows.add(channel(SMALLRYE, signature, "", IN_FLIGHT, eight, NOTHING)
                    .inQuickRun(signature.equals("uni")));
            rows.add(channel(PARALLEL + "/" + BUILT_IN, signature, "key", IN_FLIGHT, eight, NOTHING)
                    .inQuickRun(signature.equals("uni")));
            rows.add(channel(PARALLEL + "/" + CONFLUENT, signature, "key", IN_FLIGHT, eight, NOTHING));
        }
        for (String signature : SIGNATURES) {
            Work work = work(signature, 10);
            rows.add(channel(IN_PROCESS, signature, "", 100, eight, work));
            rows.add(channel(SMALLRYE, signature, "", 100, eight, work));
            rows.add(channel(SMALLRYE, signature, "key", 100, eight, work));
            rows.add(channel(PARALLEL + "/" + BUILT_IN, signature, "key", 100, eight, work)
                    .inQuickRun(signature.equals("void")));
            rows.add(channel(PARALLEL + "/" + CONFLUENT, signature, "key", 100, eight, work));
        }
        // Batches: a row of a hundred records a call belongs here, once the connector has them.
    }

    private void skew(List<Row> rows) {
        for (Workload workload : List.of(hotKey, eight)) {
            rows.add(engine(BUILT_IN, "key", IN_FLIGHT, workload, sleep(1)).of(Kind.SKEW));
            rows.add(engine(BUILT_IN, "key", 100, workload, timer(10)).of(Kind.SKEW));
            rows.add(core("", "key", IN_FLIGHT, workload, sleep(1)).of(Kind.SKEW));
        }
    }

    private void latency(List<Row> rows) {
        rows.add(plain(live).of(Kind.LATENCY));
        rows.add(engine(BUILT_IN, "key", 100, live, timer(10)).of(Kind.LATENCY));
        rows.add(engine(CONFLUENT, "key", 100, live, timer(10)).of(Kind.LATENCY));
        rows.add(core("", "key", 100, live, sleep(10)).of(Kind.LATENCY));
        rows.add(channel(SMALLRYE, "blocking-unordered", "key", 100, live, sleep(10)).of(Kind.LATENCY));
        rows.add(channel(PARALLEL + "/" + BUILT_IN, "blocking-unordered", "key", 100, live, sleep(10))
                .of(Kind.LATENCY));
    }

    private void heap(List<Row> rows) {
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, heapFewKeys, NOTHING).of(Kind.HEAP));
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, heapManyKeys, NOTHING).of(Kind.HEAP));
    }

    private void idle(List<Row> rows) {
        rows.add(engine(BUILT_IN, "key", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(engine(CONFLUENT, "key", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(core("", "key", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(plain(live).of(Kind.IDLE));
        rows.add(channel("none", "uni", "", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(channel(SMALLRYE, "uni", "", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(channel(PARALLEL + "/" + BUILT_IN, "uni", "key", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
        rows.add(channel(PARALLEL + "/" + CONFLUENT, "uni", "key", IN_FLIGHT, live, NOTHING).of(Kind.IDLE));
    }

    private void join(List<Row> rows) {
        PROTOCOLS.forEach((name, properties) -> {
            rows.add(joining(BUILT_IN, name));
            rows.add(joining(CONFLUENT, name));
        });
    }

    /** @param protocol a name in {@link #PROTOCOLS} */
    Row joining(String engine, String protocol) {
        return engine(engine, "key", 100, live, timer(10)).of(Kind.JOIN).withConsumer(protocol,
                PROTOCOLS.get(protocol));
    }

    static Row plain(Workload workload) {
        return new Row("plain", "", "", "partition", 1, workload, NOTHING, Kind.THROUGHPUT, "", Map.of(), false);
    }

    /** As the built-in engine has it: no client does so by default. */
    static Row withSystemsBuffer(Row row) {
        return row.withConsumer("system's buffer", Map.of("receive.buffer.bytes", "-1"));
    }

    static Row handOver(Workload workload) {
        return new Row("hand-over", "", "", "partition", 1, workload, NOTHING, Kind.THROUGHPUT, "", Map.of(), false);
    }

    Row engine(String engine, String ordering, int max, Workload workload, Work work) {
        return new Row("engine", engine, "", ordering, max, workload, work, Kind.THROUGHPUT, "", Map.of(), false);
    }

    Row core(String variant, String ordering, int max, Workload workload, Work work) {
        return new Row("confluent-core", variant, "", ordering, max, workload, work, Kind.THROUGHPUT, "", Map.of(),
                false);
    }

    Row async(String ordering, int max, Workload workload, Work work) {
        return new Row("confluent-async", "", "", ordering, max, workload, work, Kind.THROUGHPUT, "", Map.of(), false);
    }

    /**
     * @param connector with the engine after a slash, where it has engines
     * @param ordering empty for none, which only {@code smallrye-kafka} knows
     */
    Row channel(String connector, String signature, String ordering, int max, Workload workload, Work work) {
        return new Row("channel", connector, signature, ordering, max, workload, work, Kind.THROUGHPUT, "", Map.of(),
                false);
    }

    static Work timer(int millis) {
        return new Work(Work.Kind.NON_BLOCKING, millis);
    }

    static Work sleep(int millis) {
        return new Work(Work.Kind.BLOCKING, millis);
    }

    static Work work(String signature, int millis) {
        return signature.equals("uni") ? timer(millis) : sleep(millis);
    }
}
