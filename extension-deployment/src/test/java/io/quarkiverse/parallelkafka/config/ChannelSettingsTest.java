package io.quarkiverse.parallelkafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.ClientCustomizer;

/**
 * Reads the settings of channels that are configured and disabled: no broker is needed, and one application holds them
 * all, the wrong ones too.
 */
class ChannelSettingsTest {

    private static final String DESERIALIZER = "org.apache.kafka.common.serialization.StringDeserializer";

    @RegisterExtension
    static final QuarkusUnitTest app = configured(new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Beans.class)));

    @Inject
    ChannelSettingsReader reader;
    @Inject
    Config config;

    private static QuarkusUnitTest configured(QuarkusUnitTest test) {
        channel(test, "defaults");
        channel(test, "all", "engine", "built-in", "ordering", "unordered", "max-concurrency", "100", "max-waiting",
                "500", "max-waiting-bytes", "10m", "topics", "one, two",
                "commit-interval", "250ms", "shutdown-timeout", "5s", "health-enabled", "false", "cloud-events",
                "false",
                "group.id", "my-group", "client-id-prefix", "prefix-", "max.poll.records", "50",
                "auto.offset.reset", "earliest");
        channel(test, "patient", "commit-interval", "36500d", "shutdown-timeout", "36500d");
        List.of("1", "1024", "3K", " 2g ", "9999Y").forEach(
                value -> channel(test, "bytes-" + value.strip(), "max-waiting-bytes", value));
        channel(test, "blank", "max-concurrency", "");
        channel(test, "pattern", "topic", "users-.*", "pattern", "true");
        channel(test, "\"with.dots\"", "max-concurrency", "${lanes.of.all:3}");
        channel(test, "refused-by-client", "max.poll.records", "many");
        channel(test, "from-map", "kafka-configuration", "my-kafka");
        List.of("key", " Key ", "KEY").forEach(value -> channel(test, orderingChannel(value), "ordering", value));
        List.of("built-in", " Built-In ", "BUILT-IN", "confluent")
                .forEach(value -> channel(test, engineChannel(value), "engine", value));
        wrong().forEach(arguments -> {
            Object[] values = arguments.get();
            channel(test, (String) values[0], (String[]) values[1]);
        });
        test.overrideConfigKey("mp.messaging.incoming.no-deserializer.connector", "parallel-kafka");
        test.overrideConfigKey("mp.messaging.incoming.no-deserializer.enabled", "false");
        test.overrideConfigKey("quarkus.devservices.enabled", "false");
        return test;
    }

    private static void channel(QuarkusUnitTest test, String name, String... attributes) {
        String prefix = "mp.messaging.incoming." + name + ".";
        test.overrideConfigKey(prefix + "connector", "parallel-kafka");
        test.overrideConfigKey(prefix + "enabled", "false");
        test.overrideConfigKey(prefix + "value.deserializer", DESERIALIZER);
        for (int i = 0; i < attributes.length; i += 2) {
            test.overrideConfigKey(prefix + attributes[i], attributes[i + 1]);
        }
    }

    private static String orderingChannel(String value) {
        return "ordering-" + value.replace(' ', '_');
    }

    @Test
    void nothingSet_everyAttributeHasItsDefault() {
        ChannelSettings settings = reader.read("defaults");

        assertThat(settings.engine().text()).isEqualTo(EngineChoice.DEFAULT);
        assertThat(settings.ordering()).isEqualTo(Ordering.KEY);
        assertThat(settings.maxConcurrency()).isEqualTo(16);
        assertThat(settings.maxWaiting()).isEqualTo(2000);
        assertThat(settings.maxWaitingBytes()).isEqualTo(64 * 1024 * 1024);
        assertThat(settings.subscription()).isEqualTo(new Subscription.Topics(List.of("defaults")));
        assertThat(settings.commitInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.healthEnabled()).isTrue();
        assertThat(settings.cloudEvents()).isTrue();
        assertThat(settings.consumerProperties())
                .containsEntry("group.id", config.getValue("quarkus.application.name", String.class))
                .containsEntry("client.id", "kafka-consumer-defaults")
                .containsEntry("auto.offset.reset", "latest")
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("key.deserializer", DESERIALIZER)
                .doesNotContainKeys("ordering", "max-concurrency", "max-waiting", "max-waiting-bytes", "engine",
                        "concurrency",
                        "enabled",
                        "connector", "topic");
    }

    @Test
    void everythingSet_isRead_andTheRestPassesToTheConsumer() {
        ChannelSettings settings = reader.read("all");

        assertThat(settings.engine()).isEqualTo(EngineChoice.BUILT_IN);
        assertThat(settings.ordering()).isEqualTo(Ordering.UNORDERED);
        assertThat(settings.maxConcurrency()).isEqualTo(100);
        assertThat(settings.maxWaiting()).isEqualTo(500);
        assertThat(settings.maxWaitingBytes()).isEqualTo(10 * 1024 * 1024);
        assertThat(settings.subscription()).isEqualTo(new Subscription.Topics(List.of("one", "two")));
        assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(250));
        assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.healthEnabled()).isFalse();
        assertThat(settings.cloudEvents()).isFalse();
        assertThat(settings.consumerProperties())
                .containsEntry("group.id", "my-group")
                .containsEntry("client.id", "prefix-all")
                .containsEntry("max.poll.records", "50")
                .containsEntry("auto.offset.reset", "earliest")
                .doesNotContainKeys("max-waiting", "max-waiting-bytes", "engine");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1024, 1024", "3K, 3072", "2g, 2147483648", "9999Y, 9223372036854775807"})
    void bytes_areWrittenAsMemorySizes(String value, long bytes) {
        assertThat(reader.read("bytes-" + value).maxWaitingBytes()).isEqualTo(bytes);
    }

    @Test
    void aCentury_isTheLongestTime() {
        assertThat(reader.read("patient").commitInterval()).isEqualTo(Duration.ofDays(36_500));
        assertThat(reader.read("patient").shutdownTimeout()).isEqualTo(Duration.ofDays(36_500));
    }

    @Test
    void quotedChannel_andExpression_areRead_byTheFrameworkToo() {
        ChannelSettings settings = reader.read("with.dots");

        assertThat(settings.channel()).isEqualTo("with.dots");
        assertThat(settings.maxConcurrency()).isEqualTo(3);
        assertThat(config.getValue("mp.messaging.incoming.\"with.dots\".concurrency", int.class)).isEqualTo(3);
    }

    @Test
    void valueThatOnlyTheClientKnowsToBeWrong_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> reader.read("refused-by-client"))
                .withMessage("Channel 'refused-by-client': Invalid value many for configuration max.poll.records: "
                        + "Not a number of type INT");
    }

    @Test
    void blankMaxConcurrency_isUnset() {
        assertThat(reader.read("blank").maxConcurrency()).isEqualTo(16);
        assertThat(config.getValue("mp.messaging.incoming.blank.concurrency", int.class)).isEqualTo(16);
    }

    @Test
    void pattern_isCompiled() {
        assertThat(reader.read("pattern").subscription()).isInstanceOfSatisfying(Subscription.Matching.class,
                matching -> assertThat(matching.pattern().pattern()).isEqualTo("users-.*"));
    }

    @Test
    void kafkaConfigurationBean_isUnderneathTheChannel() {
        assertThat(reader.read("from-map").consumerProperties())
                .containsEntry("fetch.min.bytes", 7)
                .containsEntry("group.id", "group-of-the-map");
    }

    @Test
    void clientCustomizers_apply() {
        assertThat(reader.read("defaults").consumerProperties()).containsEntry("customized.for", "defaults");
    }

    @Test
    void settings_showNoConsumerProperties() {
        assertThat(reader.read("all").toString()).contains("all").doesNotContain("my-group");
    }

    @Test
    void concurrency_isMaxConcurrency_forTheFramework() {
        assertThat(config.getValue("mp.messaging.incoming.all.concurrency", int.class)).isEqualTo(100);
        assertThat(config.getValue("mp.messaging.incoming.defaults.concurrency", int.class)).isEqualTo(16);
        assertThat(config.getOptionalValue("mp.messaging.incoming.unknown.concurrency", int.class)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", " Key ", "KEY"})
    void ordering_caseAndWhiteSpaceDoNotMatter(String value) {
        assertThat(reader.read(orderingChannel(value)).ordering()).isEqualTo(Ordering.KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"built-in", " Built-In ", "BUILT-IN"})
    void engine_caseAndWhiteSpaceDoNotMatter(String value) {
        assertThat(reader.read(engineChannel(value)).engine()).isEqualTo(EngineChoice.BUILT_IN);
    }

    @Test
    void everyEngine_canBeChosen() {
        assertThat(EngineChoice.values()).allSatisfy(
                engine -> assertThat(reader.read(engineChannel(engine.text())).engine()).isEqualTo(engine));
    }

    private static String engineChannel(String value) {
        return "engine-" + value.replace(' ', '_');
    }

    static Stream<Arguments> wrong() {
        String concurrency = "allowed: a whole number from 1 to 10000";
        String waiting = "allowed: a whole number from 1 to 1000000";
        String interval = "allowed: a duration from 1ms to 36500d, such as 500ms or 30s";
        String timeout = "allowed: a duration from 0ms to 36500d, such as 500ms or 30s";
        String bytes = "allowed: a number of bytes from 1, such as 67108864, 64M or 1G";
        return Stream.of(
                wrong("no-bytes", "max-waiting-bytes' is '0', " + bytes, "max-waiting-bytes", "0"),
                wrong("no-kilobytes", "max-waiting-bytes' is '0K', " + bytes, "max-waiting-bytes", "0K"),
                wrong("negative-bytes", "max-waiting-bytes' is '-1', " + bytes, "max-waiting-bytes", "-1"),
                wrong("word-of-bytes", "max-waiting-bytes' is '64 MB', " + bytes, "max-waiting-bytes", "64 MB"),
                wrong("wrong-engine", "engine' is 'builtin', allowed: built-in, confluent", "engine", "builtin"),
                wrong("none-waiting", "max-waiting' is '0', " + waiting, "max-waiting", "0"),
                wrong("many-waiting", "max-waiting' is '1000001', " + waiting, "max-waiting", "1000001"),
                wrong("some-waiting", "max-waiting' is 'some', " + waiting, "max-waiting", "some"),
                wrong("wrong-ordering", "ordering' is 'KEYS', allowed: key, partition, unordered", "ordering", "KEYS"),
                wrong("zero", "max-concurrency' is '0', " + concurrency, "max-concurrency", "0"),
                wrong("negative", "max-concurrency' is '-1', " + concurrency, "max-concurrency", "-1"),
                wrong("word", "max-concurrency' is 'ten', " + concurrency, "max-concurrency", "ten"),
                wrong("beyond-int", "max-concurrency' is '2147483648', " + concurrency, "max-concurrency",
                        "2147483648"),
                wrong("largest-int", "max-concurrency' is '2147483647', " + concurrency, "max-concurrency",
                        "2147483647"),
                wrong("lanes", "concurrency' is '4', allowed: nothing, the connector sets it; use max-concurrency",
                        "concurrency", "4"),
                wrong("both-topics", "topics' is 'b,c', allowed: nothing beside topic; set one of the two", "topic",
                        "a",
                        "topics", "b,c"),
                wrong("topics-pattern", "topics' is 'b', allowed: nothing beside pattern=true; set topic instead",
                        "topics", "b", "pattern", "true"),
                wrong("no-names", "topics' is ',', allowed: the names of topics, with commas between them",
                        "topics", ","),
                wrong("bad-pattern", "topic' is 'users-(', allowed: with pattern=true, a regular expression "
                        + "(unclosed group at character 8)", "topic", "users-(", "pattern", "true"),
                wrong("nothing-to-match", "topic' is missing, set it to the pattern of the topics' names",
                        "pattern", "true"),
                wrong("perhaps", "pattern' is 'perhaps', allowed: true or false", "pattern", "perhaps"),
                wrong("auto-commit",
                        "enable.auto.commit' is 'true', allowed: false; the connector commits what is done, "
                                + "the client would commit what was fetched",
                        "enable.auto.commit", "true"),
                wrong("no-interval",
                        "commit-interval' is '0s', " + interval,
                        "commit-interval", "0s"),
                wrong("no-duration",
                        "shutdown-timeout' is 'soon', " + timeout,
                        "shutdown-timeout", "soon"),
                wrong("interval-of-more-than-a-century", "commit-interval' is '36501d', " + interval,
                        "commit-interval", "36501d"),
                wrong("interval-beyond-nanoseconds", "commit-interval' is '9223372036854775807', " + interval,
                        "commit-interval", "9223372036854775807"),
                wrong("timeout-beyond-seconds", "shutdown-timeout' is '999999999999999999d', " + timeout,
                        "shutdown-timeout", "999999999999999999d"),
                wrong("timeout-of-less-than-nothing", "shutdown-timeout' is 'PT-1S', " + timeout, "shutdown-timeout",
                        "PT-1S"),
                wrong("no-class",
                        "value.deserializer' is 'com.acme.Missing', allowed: the name of a class on the class "
                                + "path that implements org.apache.kafka.common.serialization.Deserializer",
                        "value.deserializer", "com.acme.Missing"),
                wrong("undecodable-as-null",
                        "fail-on-deserialization-failure' is 'false', allowed: true; a record that can't be decoded "
                                + "is retried",
                        "fail-on-deserialization-failure", "false"),
                wrong("no-strategy",
                        "failure-strategy' is 'ignore', allowed: nothing; a failed record is retried until "
                                + "it succeeds",
                        "failure-strategy", "ignore"));
    }

    private static Arguments wrong(String channel, String message, String... attributes) {
        return Arguments.of(channel, attributes,
                "Channel '%s': 'mp.messaging.incoming.%s.%s".formatted(channel, channel, message));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongValue_isRefusedInOneLine(String channel, String[] attributes, String message) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> reader.read(channel))
                .withMessage(message);
    }

    @Test
    void missingValueDeserializer_isRefusedInOneLine() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> reader.read("no-deserializer"))
                .withMessage("Channel 'no-deserializer': 'mp.messaging.incoming.no-deserializer.value.deserializer' is "
                        + "missing, set it to the class that decodes the records' values");
    }

    static class Beans {

        @Produces
        @Singleton
        @Identifier("my-kafka")
        Map<String, Object> kafkaConfiguration() {
            return Map.of("fetch.min.bytes", 7, "group.id", "group-of-the-map");
        }

        @Produces
        @Singleton
        ClientCustomizer<Map<String, Object>> customizer() {
            return (channel, channelConfig, properties) -> {
                properties.put("customized.for", channel);
                return properties;
            };
        }
    }
}
