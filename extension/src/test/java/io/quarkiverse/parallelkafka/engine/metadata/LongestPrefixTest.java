package io.quarkiverse.parallelkafka.engine.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata.Encoded;

/** A map that is too large for the metadata of a commit. */
class LongestPrefixTest {

    @ParameterizedTest
    @CsvSource({"30000, 0.5", "60000, 0.3", "100000, 0.1", "1000000, 0.01", "3000000, 0.001", "3000000, 0.5",
            "100000, 0.9"})
    void mapThatDoesNotFit_keepsItsLongestPrefix(int span, double share) throws Exception {
        OffsetMap map = new RandomMaps(span + Math.round(1000 * share)).scattered(1_000, span, share);
        assertLongestPrefix(map);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 30, 1L << 34, 1L << 40})
    void sparseMapThatDoesNotFit_keepsItsLongestPrefix(long maxGap) throws Exception {
        Random random = new Random(maxGap);
        long[] incomplete = LongStream.iterate(5, offset -> offset + 1 + random.nextLong(maxGap)).limit(1_000)
                .toArray();
        assertLongestPrefix(new OffsetMap(5, incomplete[999] + 2, incomplete));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 50, 333})
    void prefixOfAPlainEncoding_isTheLongestToTheOffset(int bytes) {
        List<Encoding> encodings = List.of(RunLengthEncoding.SHORT, RunLengthEncoding.INT, BitSetEncoding.SHORT,
                BitSetEncoding.INT);
        OffsetMap scattered = new RandomMaps(bytes).scattered(0, 10_000, 0.2);
        OffsetMap longRuns = new OffsetMap(0, 300_000, LongStream.range(100_000, 200_000).toArray());
        for (Encoding encoding : encodings) {
            for (OffsetMap map : List.of(scattered, longRuns)) {
                Runs longest = encoding.longest(Runs.of(map), bytes);
                if (longest.span() < map.end()) {
                    assertThat(longest.count() == 0 ? 0 : encoding.size(longest)).isLessThanOrEqualTo(bytes);
                    long next = LongStream.range(longest.span(), map.end()).filter(map::isDone).findFirst()
                            .orElseThrow();
                    assertThat(encoding.size(Runs.of(upTo(map, next + 1)))).as(encoding::toString).isGreaterThan(bytes);
                }
            }
        }
    }

    @Test
    void lastRunThatOnlyFitsCompressed_isNotCutShort() {
        Random random = new Random(9);
        long[] incomplete = LongStream.iterate(0, offset -> offset + 2 + random.nextInt(100)).limit(767).toArray();
        OffsetMap map = new OffsetMap(0, incomplete[766] + 80_000, incomplete);
        assertThat(CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH).whole()).isTrue();
    }

    @Test
    void prefixThatFitsAlone_isWritten() {
        OffsetMap map = new RandomMaps(3).scattered(1_000, 100_000, 0.1);
        Encoded encoded = CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH);
        OffsetMap prefix = CommitMetadata.decode(map.base(), encoded.metadata()).orElseThrow();
        assertThat(CommitMetadata.encode(prefix, CommitMetadata.MAX_LENGTH))
                .isEqualTo(new Encoded(encoded.metadata(), true));
    }

    @Test
    void regularMap_fitsHoweverLong() {
        OffsetMap map = new OffsetMap(0, 400_000, LongStream.range(0, 200_000).map(i -> 2 * i).toArray());
        Encoded encoded = CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH);
        assertThat(encoded.whole()).isTrue();
        assertThat(CommitMetadata.decode(0, encoded.metadata())).contains(map);
    }

    @Test
    void moreIncompleteOffsetsThanAreRead_areNotWrittenEither() {
        long[] incomplete = LongStream.range(0, Runs.MAX_INCOMPLETE).map(i -> i < 10 ? i : i + 5).toArray();
        OffsetMap most = new OffsetMap(0, Runs.MAX_INCOMPLETE + 6, incomplete);
        assertThat(CommitMetadata.decode(0, CommitMetadata.encode(most, CommitMetadata.MAX_LENGTH).metadata()))
                .contains(most);

        OffsetMap tooMany = new OffsetMap(0, most.end() + 1,
                LongStream.concat(Arrays.stream(incomplete), LongStream.of(most.end())).toArray());
        Encoded encoded = CommitMetadata.encode(tooMany, CommitMetadata.MAX_LENGTH);
        assertThat(encoded.whole()).isFalse();
        assertThat(CommitMetadata.decode(0, encoded.metadata())).contains(most);
    }

    private static void assertLongestPrefix(OffsetMap map) throws Exception {
        OffsetMap prefix = assertPrefix(map);
        assertThat(prefix.isDone(prefix.end() - 1)).isTrue();
        // With the rest of the run of done offsets that it ends in, or with the next such run, it would not fit.
        assertThat(CommitMetadata.encode(upTo(map, endOfDoneRun(map, prefix.end())), CommitMetadata.MAX_LENGTH).whole())
                .isFalse();
    }

    private static long endOfDoneRun(OffsetMap map, long from) {
        long next = from;
        for (long offset : map.incomplete()) {
            if (offset > next) {
                return offset;
            }
            next = Math.max(next, offset + 1);
        }
        return map.end();
    }

    private static OffsetMap assertPrefix(OffsetMap map) throws Exception {
        Encoded encoded = CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH);
        assertThat(encoded.whole()).isFalse();
        assertThat(encoded.metadata()).hasSizeLessThanOrEqualTo(CommitMetadata.MAX_LENGTH);
        OffsetMap prefix = CommitMetadata.decode(map.base(), encoded.metadata()).orElseThrow();
        assertThat(prefix.end()).isBetween(map.base() + 1, map.end() - 1);
        assertThat(prefix).isEqualTo(upTo(map, prefix.end()))
                .isEqualTo(LibraryCodec.decode(map.base(), encoded.metadata()));
        return prefix;
    }

    private static OffsetMap upTo(OffsetMap map, long end) {
        return new OffsetMap(map.base(), end, Arrays.stream(map.incomplete()).filter(offset -> offset < end).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {128, 256, 512, 1_024, 2_048})
    void map_isWrittenAsFarAsThereIsRoom(int room) {
        for (int seed = 0; seed < 20; seed++) {
            OffsetMap map = new RandomMaps(seed).scattered(1_000, 100_000, 0.1);
            Encoded encoded = CommitMetadata.encode(map, room);
            assertThat(encoded.metadata()).isNotEmpty().hasSizeLessThanOrEqualTo(room);
            OffsetMap read = CommitMetadata.decode(map.base(), encoded.metadata()).orElseThrow();
            assertThat(read.end()).isBetween(map.base() + 1, map.end());
            assertThat(LongStream.range(read.base(), read.end()))
                    .allMatch(offset -> read.isDone(offset) == map.isDone(offset));
        }
    }
}
