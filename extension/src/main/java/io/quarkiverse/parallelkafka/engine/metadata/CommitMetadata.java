package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * An offset map as the metadata of a committed offset, in the format of Confluent's Parallel Consumer 0.5.3.3: Base64 of
 * a byte that names the encoding, and the encoded runs of offsets relative to the committed one.
 *
 * <p>
 * All of that library's encodings are read, and the smallest is written. Nothing here has state.
 */
public final class CommitMetadata {

    /** Characters: what a broker takes unless its {@code offset.metadata.max.bytes} says otherwise. */
    public static final int MAX_LENGTH = 4096;

    /** Below this many bytes, compressing isn't worth it. The library draws the line there, too. */
    private static final int SMALL_BYTES = 200;
    /** Above this, nothing that is not monotonous could be compressed to what fits. */
    private static final int MAX_PLAIN_BYTES = 1024 * 1024;
    private static final List<Encoding> ENCODINGS = List.of(RunLengthEncoding.SHORT, RunLengthEncoding.INT,
            BitSetEncoding.SHORT, BitSetEncoding.INT);

    private CommitMetadata() {
    }

    /**
     * @param metadata no longer than there is room; none for a map that is empty
     * @param whole whether it holds all of the map; otherwise it ends sooner, and what is behind counts as not done
     */
    public record Encoded(String metadata, boolean whole) {
    }

    /**
     * @param characters of metadata
     * @return how many bytes these hold
     */
    public static int bytesIn(int characters) {
        return characters / 4 * 3;
    }

    /**
     * Takes time by how many offsets are not done and how much is written, whatever the distance from base to end.
     *
     * @param map what is done
     * @param room how many characters the metadata may have: some dozens at least, or none
     * @return all of it, or as much from the base on as fits
     */
    public static Encoded encode(OffsetMap map, int room) {
        if (map.isEmpty() || room == 0) {
            return new Encoded("", map.isEmpty());
        }
        Runs runs = Runs.of(map);
        Fitting fitting = longest(runs, bytesIn(room));
        boolean whole = fitting.runs.span() == map.end() - map.base();
        return new Encoded(Base64.getEncoder().encodeToString(fitting.bytes), whole);
    }

    /**
     * @param base the committed offset
     * @param metadata what was committed with it
     * @return what is done; empty if no version of the library has written this: it is someone else's, or damaged
     */
    public static Optional<OffsetMap> decode(long base, String metadata) {
        if (metadata.isEmpty()) {
            return Optional.of(OffsetMap.empty(base));
        }
        return bytes(metadata).flatMap(CommitMetadata::runs).flatMap(runs -> runs.toMap(base));
    }

    private static Optional<ByteBuffer> bytes(String metadata) {
        try {
            return Optional.of(ByteBuffer.wrap(Base64.getDecoder().decode(metadata)));
        } catch (IllegalArgumentException e) {
            // Not Base64, so not ours.
            return Optional.empty();
        }
    }

    private static Optional<Runs> runs(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            return Optional.empty();
        }
        byte magic = bytes.get();
        for (Encoding encoding : ENCODINGS) {
            if (magic == encoding.magic()) {
                return encoding.read(bytes);
            }
            if (magic == encoding.compressedMagic()) {
                return Compression.decompress(bytes).flatMap(encoding::read);
            }
        }
        return Optional.empty();
    }

    private record Fitting(Runs runs, byte[] bytes) {
    }

    /**
     * All of the runs, or those of the longest prefix that fits.
     *
     * <p>
     * How much fits without compression is known at once. From there on, prefixes of twice as many pairs are tried until
     * one does not fit, and then those between the last that fits and the first that doesn't. So what is tried is never
     * much larger than what is written.
     */
    private static Fitting longest(Runs runs, int maxBytes) {
        Runs plain = longestPlain(runs, maxBytes);
        Fitting longest = smallest(plain, maxBytes).orElseThrow();
        boolean partOfPair = plain.span() < runs.first(plain.pairs()).span();
        int fits = partOfPair ? plain.pairs() - 1 : plain.pairs();
        int tooMany = runs.pairs() + 1;
        while (fits + 1 < tooMany) {
            int tried = tooMany > runs.pairs() ? Math.min(runs.pairs(), Math.max(1, 2 * fits)) : (fits + tooMany) / 2;
            Optional<Fitting> fitting = smallest(runs.first(tried), maxBytes);
            if (fitting.isPresent()) {
                fits = tried;
                longest = fitting.get();
            } else {
                tooMany = tried;
            }
        }
        return longest;
    }

    private static Runs longestPlain(Runs runs, int maxBytes) {
        return ENCODINGS.stream().map(encoding -> encoding.longest(runs, maxBytes - 1))
                .max(Comparator.comparingLong(Runs::span)).orElseThrow();
    }

    /** Empty if nothing fits. */
    private static Optional<Fitting> smallest(Runs runs, int maxBytes) {
        Encoding plain = Collections.min(ENCODINGS, Comparator.comparingLong(encoding -> encoding.size(runs)));
        byte @Nullable [] smallest = null;
        if (plain.size(runs) < maxBytes) {
            smallest = bytes(plain.magic(), plain.write(runs));
        }
        if (plain.size(runs) >= SMALL_BYTES) {
            long limit = compressible(runs, maxBytes);
            for (Encoding encoding : ENCODINGS) {
                if (encoding.size(runs) > limit) {
                    continue;
                }
                byte[] compressed = bytes(encoding.compressedMagic(), Compression.compress(encoding.write(runs)));
                if (compressed.length < (smallest == null ? maxBytes + 1 : smallest.length)) {
                    smallest = compressed;
                }
            }
        }
        return Optional.ofNullable(smallest).map(bytes -> new Fitting(runs, bytes));
    }

    /** A bit set that is larger than the runs are as numbers would be mostly zeros or ones, and lose against them. */
    private static long compressible(Runs runs, int maxBytes) {
        return Math.min(MAX_PLAIN_BYTES, Math.max(4 * maxBytes, RunLengthEncoding.INT.size(runs)));
    }

    private static byte[] bytes(byte magic, byte[] payload) {
        return ByteBuffer.allocate(1 + payload.length).put(magic).put(payload).array();
    }
}
