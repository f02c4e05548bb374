package io.quarkiverse.parallelkafka.article;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
                .withApplicationRoot(jar -> jar.addClasses(Workshop.class, Work.class, Cell.class))
                .setBeforeAllCustomizer(() -> Cell.all().stream().filter(Cell::twoKeys)
                        .forEach(cell -> TestBroker.createTopic(cell.channel(), cell.partitions())))
                .overrideConfigKey("kafka.bootstrap.servers", TestBroker.bootstrapServers());
        Cell.all().stream().filter(Cell::twoKeys).forEach(cell -> configure(application, cell));
        return application;
    }

    private static void configure(QuarkusUnitTest application, Cell cell) {
        String prefix = "mp.messaging.incoming." + cell.channel() + ".";
        Ordering ordering = cell.ordering();
        application
                .overrideConfigKey(prefix + "connector", "parallel-kafka")
                .overrideConfigKey(prefix + "ordering", ordering.name().toLowerCase(Locale.ROOT))
                .overrideConfigKey(prefix + "max-concurrency", Integer.toString(Cell.MAX_CONCURRENCY))
                .overrideConfigKey(prefix + "group.id", "article-" + cell.channel())
                .overrideConfigKey(prefix + "auto.offset.reset", "earliest");
    }

    static List<Cell> cells() {
        return Cell.all();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void messages_takeTheTimeThatTheirOrderAllows(Cell cell) {
        workshop.clear();
        TestBroker.send(cell.records());
        await().atMost(Duration.ofSeconds(30)).until(() -> workshop.done().size() >= Cell.MESSAGES);
        List<Work> works = workshop.done();

        LOG.infof("%s: %d ms, expected %d ms", cell, elapsed(works).toMillis(), cell.expected().toMillis());
        assertThat(works).extracting(work -> work.partition() + "-" + work.offset())
                .doesNotHaveDuplicates().hasSize(Cell.MESSAGES);
        assertThat(mostAtOnce(works)).isEqualTo(cell.atOnce());
        works.stream().collect(Collectors.groupingBy(cell::orderOf)).values()
                .forEach(ArticleTableTest::assertOneAfterAnother);
        // Any faster, and more ran at once than may.
        assertThat(elapsed(works)).isBetween(cell.expected(), cell.expected().multipliedBy(3).dividedBy(2));
    }

    private static Duration elapsed(Collection<Work> works) {
        long first = works.stream().mapToLong(Work::start).min().orElseThrow();
        long last = works.stream().mapToLong(Work::end).max().orElseThrow();
        return Duration.ofNanos(last - first);
    }

    /** Works overlap most at the moment when one of them starts. */
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
        Stream.iterate(1, i -> i < works.size(), i -> i + 1)
                .forEach(i -> assertThat(works.get(i).start()).isGreaterThanOrEqualTo(works.get(i - 1).end()));
    }
}
