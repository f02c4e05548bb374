package io.quarkiverse.parallelkafka.article;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkiverse.parallelkafka.test.TestBroker;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The field article's table at a twentieth of its time: 100 messages of 50 ms each, no more than two at once. One
 * application has a channel for each ordering and number of partitions; the cells run one after another.
 */
@Tag("slow")
class ArticleTableTest {

    private static final Logger LOG = Logger.getLogger(ArticleTableTest.class);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = application();

    @Inject
    Workshop workshop;

    private static QuarkusUnitTest application() {
        QuarkusUnitTest application = new QuarkusUnitTest()
                .withApplicationRoot(
                        jar -> jar.addClasses(Workshop.class, Work.class, Cell.class, TestBroker.class))
                .setBeforeAllCustomizer(
                        () -> rows().forEach(row -> TestBroker.createTopic(row.channel(), row.partitions())))
                .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
                .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers());
        rows().forEach(row -> configure(application, row));
        return application;
    }

    private static Stream<Cell> rows() {
        return Stream.of(1, 2).flatMap(
                partitions -> Stream.of(Ordering.values()).map(ordering -> new Cell(partitions, ordering, false)));
    }

    private static void configure(QuarkusUnitTest application, Cell row) {
        String prefix = "mp.messaging.incoming." + row.channel() + ".";
        application
                .overrideConfigKey(prefix + "connector", "parallel-kafka")
                .overrideConfigKey(prefix + "ordering", row.ordering().name())
                .overrideConfigKey(prefix + "max-concurrency", Integer.toString(Cell.MAX_CONCURRENCY))
                .overrideConfigKey(prefix + "group.id", "article-" + row.channel())
                .overrideConfigKey(prefix + "auto.offset.reset", "earliest");
    }

    /** Order by partition leaves one at a time where there is one. All else lets two run: partitions, keys, or no order. */
    @ParameterizedTest(name = "partitions: {0}, ordering: {1}, two keys: {2}")
    @CsvSource(textBlock = """
            # partitions, ordering, two keys, at once, shortest time in ms
            1, UNORDERED, false, 2, 2500
            1, UNORDERED, true,  2, 2500
            1, KEY,       false, 2, 2500
            1, KEY,       true,  2, 2500
            1, PARTITION, false, 1, 5000
            1, PARTITION, true,  1, 5000
            2, UNORDERED, false, 2, 2500
            2, UNORDERED, true,  2, 2500
            2, KEY,       false, 2, 2500
            2, KEY,       true,  2, 2500
            2, PARTITION, false, 2, 2500
            2, PARTITION, true,  2, 2500
            """)
    void messages_takeTheTimeThatTheirOrderAllows(int partitions, String ordering, boolean twoKeys, int atOnce,
            long shortest) {
        Cell cell = new Cell(partitions, Ordering.valueOf(ordering), twoKeys);
        workshop.clear();
        TestBroker.send(cell.records());
        await().atMost(Duration.ofSeconds(30)).until(() -> workshop.done().size() >= Cell.MESSAGES);
        List<Work> works = workshop.done();

        Duration elapsed = elapsed(works);
        LOG.infof("%s: %d ms, at least %d ms", cell, elapsed.toMillis(), shortest);
        assertThat(works).extracting(work -> work.partition() + "-" + work.offset())
                .doesNotHaveDuplicates().hasSize(Cell.MESSAGES);
        assertThat(mostAtOnce(works)).isEqualTo(atOnce);
        works.stream().collect(Collectors.groupingBy(cell::orderOf)).values()
                .forEach(ArticleTableTest::assertOneAfterAnother);
        // Any faster, and more ran at once than may.
        assertThat(elapsed.toNanos() / 1e6).isBetween(shortest * 1.0, shortest * 1.5);
    }

    private static Duration elapsed(Collection<Work> works) {
        long first = works.stream().mapToLong(Work::start).min().orElseThrow();
        long last = works.stream().mapToLong(Work::end).max().orElseThrow();
        return Duration.ofNanos(last - first);
    }

    /** The most work there is at once is there when some of it starts. */
    private static long mostAtOnce(List<Work> works) {
        return works.stream()
                .mapToLong(work -> works.stream()
                        .filter(other -> other.start() <= work.start() && work.start() < other.end())
                        .count())
                .max().orElseThrow();
    }

    private static void assertOneAfterAnother(List<Work> group) {
        List<Work> works = group.stream().sorted(Comparator.comparingLong(Work::start)).toList();
        assertThat(works).extracting(Work::offset).isSorted();
        for (int i = 1; i < works.size(); i++) {
            assertThat(works.get(i).start()).isGreaterThanOrEqualTo(works.get(i - 1).end());
        }
    }
}
