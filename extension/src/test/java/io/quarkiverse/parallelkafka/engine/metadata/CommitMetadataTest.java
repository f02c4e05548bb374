package io.quarkiverse.parallelkafka.engine.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.sun.management.ThreadMXBean;

import io.confluent.parallelconsumer.offsets.OffsetEncoding;
import io.quarkiverse.parallelkafka.engine.metadata.CommitMetadata.Encoded;

class CommitMetadataTest {

    private static final int MAPS = 60;
    /** Characters below which nothing is compressed: 200 bytes. */
    private static final int UNCOMPRESSED = 268;
    private static final int MAX_SPAN = 100_000;

    static Stream<OffsetMap> handMade() {
        return Stream.of(new OffsetMap(0, 1, new long[]{0}), new OffsetMap(0, 1, new long[0]),
                new OffsetMap(7, 9, new long[]{7}), new OffsetMap(7, 9, new long[]{8}),
                new OffsetMap(7, 100_007, new long[0]), new OffsetMap(7, 23, new long[]{7, 22}),
                new OffsetMap(Long.MAX_VALUE - 2, Long.MAX_VALUE, new long[]{Long.MAX_VALUE - 2}));
    }

    @ParameterizedTest
    @MethodSource("handMade")
    void smallMap_isReadByBoth(OffsetMap map) throws Exception {
        assertReadByBoth(map, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH));
    }

    @ParameterizedTest
    @ValueSource(longs = {Short.MAX_VALUE - 1, Short.MAX_VALUE, Short.MAX_VALUE + 1, 2 * Short.MAX_VALUE,
            2 * Short.MAX_VALUE + 1, 3 * Short.MAX_VALUE, 1 << 17})
    void runsAtTheEdgeOfANumber_areReadByBoth(long length) throws Exception {
        long[] first = LongStream.range(0, length).toArray();
        List<OffsetMap> maps = List.of(new OffsetMap(0, length + 1, first), new OffsetMap(0, 2 * length, first),
                new OffsetMap(0, length, new long[]{0}), new OffsetMap(0, length + 1, new long[]{0}),
                new OffsetMap(0, length + 2, new long[]{0, length + 1}));
        for (OffsetMap map : maps) {
            assertReadByBoth(map, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH));
            assertThat(LibraryCodec.encodeAll(map)).isNotEmpty()
                    .allSatisfy((encoding, metadata) -> assertThat(CommitMetadata.decode(0, metadata)).contains(map));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, 1L << 31, 5L << 31})
    void doneRunLongerThanAnInt_isReadByBoth(long length) throws Exception {
        OffsetMap map = new OffsetMap(3, 5 + length, new long[]{3, 4 + length});
        assertReadByBoth(map, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH));
    }

    @Test
    void longRunAmongManyShortOnes_isSplitRatherThanDoublingTheSizeOfAll() throws Exception {
        long[] incomplete = LongStream.concat(LongStream.range(0, 40).map(i -> 3 * i), LongStream.of(100_000))
                .toArray();
        OffsetMap map = new OffsetMap(0, 100_002, incomplete);
        Runs runs = Runs.of(map);
        assertThat(RunLengthEncoding.SHORT.size(runs)).isLessThan(RunLengthEncoding.INT.size(runs));
        assertThat(LibraryCodec.decode(0, LibraryCodec.metadata('n', RunLengthEncoding.SHORT.write(runs))))
                .isEqualTo(map);
        assertReadByBoth(map, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH));
    }

    @Test
    void randomMap_isReadByTheLibrary_inEachOfOurEncodings() throws Exception {
        RandomMaps maps = seeded();
        Set<Encoding> tried = new HashSet<>();
        for (int i = 0; i < MAPS; i++) {
            OffsetMap map = maps.next(MAX_SPAN);
            Runs runs = Runs.of(map);
            List<Encoding> encodings = new ArrayList<>(List.of(RunLengthEncoding.values()));
            encodings.addAll(List.of(BitSetEncoding.values()));
            for (Encoding encoding : encodings) {
                if (encoding.size(runs) < Long.MAX_VALUE) {
                    byte[] bytes = encoding.write(runs);
                    assertThat(bytes).hasSize((int) encoding.size(runs));
                    assertThat(LibraryCodec.decode(map.base(),
                            LibraryCodec.metadata((char) encoding.magic(), bytes))).isEqualTo(map);
                    assertThat(LibraryCodec.decode(map.base(), LibraryCodec.metadata((char) encoding.compressedMagic(),
                            Compression.compress(bytes)))).isEqualTo(map);
                    tried.add(encoding);
                }
            }
        }
        assertThat(tried).hasSize(4);
    }

    @Test
    void randomMap_isReadByBoth_andHardlyLargerThanWhatTheLibraryWrites() throws Exception {
        RandomMaps maps = seeded();
        for (int i = 0; i < MAPS; i++) {
            OffsetMap map = maps.next(MAX_SPAN);
            Encoded encoded = CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH);
            String ofLibrary = LibraryCodec.encode(map);
            if (ofLibrary.length() <= CommitMetadata.MAX_LENGTH) {
                assertReadByBoth(map, encoded);
                assertThat(encoded.metadata()).as(map::toString)
                        .hasSizeLessThanOrEqualTo(Math.max(UNCOMPRESSED, ofLibrary.length() * 120 / 100));
            }
        }
    }

    @Test
    void randomMap_isReadFromEveryEncodingOfTheLibrary() {
        RandomMaps maps = seeded();
        Set<OffsetEncoding> read = EnumSet.noneOf(OffsetEncoding.class);
        for (int i = 0; i < MAPS; i++) {
            OffsetMap map = maps.next(MAX_SPAN);
            for (Map.Entry<OffsetEncoding, String> encoded : LibraryCodec.encodeAll(map).entrySet()) {
                assertThat(CommitMetadata.decode(map.base(), encoded.getValue())).as(encoded.getKey().description())
                        .contains(map);
                read.add(encoded.getKey());
            }
        }
        assertThat(read).hasSize(8);
    }

    @Test
    void emptyMap_isNoMetadata() throws Exception {
        assertReadByBoth(OffsetMap.empty(42), CommitMetadata.encode(OffsetMap.empty(42), CommitMetadata.MAX_LENGTH));
        assertThat(CommitMetadata.encode(OffsetMap.empty(42), CommitMetadata.MAX_LENGTH).metadata()).isEmpty();
    }

    @Test
    void libraryThatKnowsOfNoOffset_isReadAsAnEmptyMap() {
        assertThat(LibraryCodec.encodeAll(OffsetMap.empty(42))).hasSize(8)
                .allSatisfy((encoding, metadata) -> assertThat(CommitMetadata.decode(42, metadata))
                        .contains(OffsetMap.empty(42)));
    }

    @Test
    void stuckBase_costsWhatIsIncomplete_notWhatIsDone() throws Exception {
        OffsetMap map = new OffsetMap(5, 50_000_006, new long[]{5});
        assertReadByBoth(map, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        CommitMetadata.decode(5, CommitMetadata.encode(map, CommitMetadata.MAX_LENGTH).metadata());
        // A bit for each offset would be six million bytes.
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 60_000L);
    }

    private static RandomMaps seeded() {
        long seed = Long.getLong("commit-metadata.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("-Dcommit-metadata.seed=" + seed);
        return new RandomMaps(seed);
    }

    private static void assertReadByBoth(OffsetMap map, Encoded encoded) throws Exception {
        assertThat(encoded.whole()).as(map::toString).isTrue();
        assertThat(encoded.metadata()).hasSizeLessThanOrEqualTo(CommitMetadata.MAX_LENGTH);
        assertThat(CommitMetadata.decode(map.base(), encoded.metadata())).contains(map);
        assertThat(LibraryCodec.decode(map.base(), encoded.metadata())).isEqualTo(map);
    }
}
