package io.quarkiverse.parallelkafka.config;

import java.math.BigInteger;
import java.util.Optional;

import io.quarkus.runtime.configuration.MemorySizeConverter;

/**
 * An attribute that is a number of bytes from 1, written as memory sizes are in Quarkus.
 *
 * @param attribute the attribute's name
 * @param unset the number where it is not set
 */
record ByteCount(String attribute, long unset) {

    /**
     * Decoded, and with what the client has fetched ahead, a heap of 512 MB holds it several times; and what
     * {@code max-waiting} allows of 16 partitions' records of 1 KB is no more than the half that is for all.
     */
    static final ByteCount MAX_WAITING_BYTES = new ByteCount("max-waiting-bytes", 64L << 20);

    /** @throws io.quarkus.runtime.configuration.ConfigurationException if the value is not an allowed one */
    long of(Attributes attributes) {
        return attributes.find(attribute)
                .map(value -> parse(value).orElseThrow(() -> attributes.refuse(attribute, value,
                        "a number of bytes from 1, such as 67108864, 64M or 1G")))
                .orElse(unset);
    }

    /** More than anyone has is as good as the most that a number can be. */
    private static Optional<Long> parse(String text) {
        try {
            BigInteger bytes = new MemorySizeConverter().convert(text).asBigInteger();
            return Optional.of(bytes.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue()).filter(count -> count >= 1);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
