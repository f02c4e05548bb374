package io.quarkiverse.parallelkafka.config;

import static io.quarkiverse.parallelkafka.config.ByteCount.MAX_WAITING_BYTES;
import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_CONCURRENCY;
import static io.quarkiverse.parallelkafka.config.WholeNumber.MAX_WAITING;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;

import org.eclipse.microprofile.config.Config;

import io.quarkiverse.parallelkafka.Ordering;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.reactive.messaging.ClientCustomizer;
import io.smallrye.reactive.messaging.kafka.impl.ConfigHelper;
import io.smallrye.reactive.messaging.providers.impl.Configs;

/** Reads a channel's attributes into {@link ChannelSettings}, or says in one line what is wrong with them. */
@ApplicationScoped
public class ChannelSettingsReader {

    private static final Pattern CONNECTOR_OF_CHANNEL = Pattern
            .compile("mp\\.messaging\\.incoming\\.(?:\"([^\"]+)\"|([^.\"]+))\\.connector");

    /** A slip: nobody waits a century, and some of them can't be told in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Config root;
    private final Instance<Map<String, Object>> maps;
    private final ConsumerProperties consumerProperties;
    /** Read once, when the start is checked: client customizers may do more than change a map. */
    private final Map<String, ChannelSettings> known = new ConcurrentHashMap<>();

    ChannelSettingsReader(Config root, @Any Instance<Map<String, Object>> maps,
            @Any Instance<ClientCustomizer<Map<String, Object>>> customizers) {
        this.root = root;
        this.maps = maps;
        this.consumerProperties = new ConsumerProperties(customizers);
    }

    /**
     * Reads every enabled channel of this connector, so that the first wrong value stops the start before any client is
     * created.
     *
     * @throws ConfigurationException if a value is missing or not allowed
     */
    public void checkAll() {
        channels().forEach(this::read);
    }

    /** @return the names of the enabled channels of this connector */
    public Set<String> channels() {
        Set<String> channels = new TreeSet<>();
        for (String property : root.getPropertyNames()) {
            Matcher matcher = CONNECTOR_OF_CHANNEL.matcher(property);
            if (matcher.matches()
                    && ParallelKafka.CONNECTOR.equals(root.getOptionalValue(property, String.class).orElse(null))) {
                channels.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
            }
        }
        channels.removeIf(channel -> !isEnabled(channel));
        return channels;
    }

    private boolean isEnabled(String channel) {
        return Configs.incoming(root, ParallelKafka.CONNECTOR, channel).getOptionalValue("enabled", Boolean.class)
                .orElse(true);
    }

    /**
     * @param channel the channel's name, without a lane's number
     * @throws ConfigurationException if a value is missing or not allowed
     */
    public ChannelSettings read(String channel) {
        return known.computeIfAbsent(channel, this::readNow);
    }

    private ChannelSettings readNow(String channel) {
        Config ofChannel = Configs.incoming(root, ParallelKafka.CONNECTOR, channel);
        Map<String, Object> fallbacks = new HashMap<>(ConfigHelper.retrieveDefaultKafkaConfig(maps));
        fallbacks.putAll(ConfigHelper.getChannelSpecificConfig(maps, ofChannel));
        Attributes attributes = new Attributes(channel, root, fallbacks);

        Unsupported.check(attributes);
        int maxConcurrency = maxConcurrency(attributes);
        return new ChannelSettings(channel, engine(attributes), ordering(attributes), maxConcurrency,
                MAX_WAITING.of(attributes), MAX_WAITING_BYTES.of(attributes), subscription(attributes),
                duration(attributes, "commit-interval", Duration.ofSeconds(1), Duration.ofMillis(1)),
                duration(attributes, "shutdown-timeout", Duration.ofSeconds(30), Duration.ZERO),
                attributes.isTrue("health-enabled", true),
                attributes.isTrue("cloud-events", true),
                consumerProperties.of(attributes));
    }

    private static EngineChoice engine(Attributes attributes) {
        String value = attributes.find("engine").orElse(EngineChoice.DEFAULT);
        return EngineChoice.of(value).orElseThrow(() -> attributes.refuse("engine", value, Stream
                .of(EngineChoice.values()).map(EngineChoice::text).collect(Collectors.joining(", "))));
    }

    private static Ordering ordering(Attributes attributes) {
        return attributes.find("ordering").map(value -> Stream.of(Ordering.values())
                .filter(ordering -> ordering.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> attributes.refuse("ordering", value, "key, partition, unordered")))
                .orElse(Ordering.KEY);
    }

    private static int maxConcurrency(Attributes attributes) {
        int maxConcurrency = MAX_CONCURRENCY.of(attributes);
        // The channel's is answered by the connector, so that one of all channels would not be seen behind it.
        attributes.find("concurrency").filter(lanes -> !lanes.equals(Integer.toString(maxConcurrency)))
                .or(() -> attributes.findOfConnector("concurrency"))
                .ifPresent(lanes -> {
                    throw attributes.refuse("concurrency", lanes,
                            "nothing, the connector sets it; use " + MAX_CONCURRENCY.attribute());
                });
        return maxConcurrency;
    }

    private static Subscription subscription(Attributes attributes) {
        var topic = attributes.find("topic");
        var topics = attributes.find("topics");
        boolean isPattern = attributes.isTrue("pattern", false);
        if (topics.isPresent()) {
            if (topic.isPresent()) {
                throw attributes.refuse("topics", topics.get(), "nothing beside topic; set one of the two");
            }
            if (isPattern) {
                throw attributes.refuse("topics", topics.get(), "nothing beside pattern=true; set topic instead");
            }
            return new Subscription.Topics(topicNames(attributes, topics.get()));
        }
        if (!isPattern) {
            return new Subscription.Topics(List.of(topic.orElse(attributes.channel())));
        }
        String expression = topic.orElseThrow(() -> attributes.missing("topic", "the pattern of the topics' names"));
        try {
            return new Subscription.Matching(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw attributes.refuse("topic", expression,
                    "with pattern=true, a regular expression (" + e.getDescription().toLowerCase(Locale.ROOT)
                            + " at character " + (e.getIndex() + 1) + ")");
        }
    }

    private static List<String> topicNames(Attributes attributes, String topics) {
        List<String> names = Stream.of(topics.split(",")).map(String::trim).filter(name -> !name.isEmpty()).toList();
        if (names.isEmpty()) {
            throw attributes.refuse("topics", topics, "the names of topics, with commas between them");
        }
        return names;
    }

    private static Duration duration(Attributes attributes, String name, Duration unset, Duration least) {
        String allowed = "a duration from " + least.toMillis() + "ms to " + LONGEST.toDays()
                + "d, such as 500ms or 30s";
        return attributes.find(name).map(value -> {
            try {
                Duration duration = DurationConverter.parseDuration(value);
                if (duration.compareTo(least) >= 0 && duration.compareTo(LONGEST) <= 0) {
                    return duration;
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                // Not a duration, or not one that could be told: the same answer as for one out of range.
            }
            throw attributes.refuse(name, value, allowed);
        }).orElse(unset);
    }
}
