package io.quarkiverse.parallelkafka.config;

import java.util.Optional;
import java.util.stream.Stream;

/** Which engine works for a channel: the value of the attribute {@code engine}. */
public enum EngineChoice {
    /** The extension's own. */
    BUILT_IN("built-in"),
    /** The one on Confluent's Parallel Consumer. */
    CONFLUENT("confluent");

    /** The text of the engine of a channel that chooses none. */
    public static final String DEFAULT = "built-in";

    private final String text;

    EngineChoice(String text) {
        this.text = text;
    }

    /** @return what is written in the configuration */
    public String text() {
        return text;
    }

    /** @return the choice of this text, in upper or lower case; empty if there is none */
    static Optional<EngineChoice> of(String text) {
        return Stream.of(values()).filter(choice -> choice.text.equalsIgnoreCase(text)).findFirst();
    }
}
