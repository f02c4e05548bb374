package io.quarkiverse.parallelkafka.engine.builtin;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A record's key, by its bytes. Comparable, so that a map of keys stays fast where someone picks keys with equal hashes.
 */
final class RecordKey implements Comparable<RecordKey> {

    private final byte[] bytes;
    private final int hash;

    RecordKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordKey key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(RecordKey other) {
        return Arrays.compare(bytes, other.bytes);
    }
}
