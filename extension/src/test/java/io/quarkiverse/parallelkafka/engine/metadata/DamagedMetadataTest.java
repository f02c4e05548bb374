package io.quarkiverse.parallelkafka.engine.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import com.sun.management.ThreadMXBean;

/** Metadata that is someone else's, or is not what it was. */
class DamagedMetadataTest {

    private static final long BASE = 100;

    @ParameterizedTest
    @ValueSource(strings = {"not base64", "e30", "AQ==", "AQAAAAAAAABk", "AgAAAAAAAABkAAAA", "{\"offset\": 1}", "=",
            "\u00e9",
            "bm9ib2R5IG9mIG91cnM="})
    void foreignMetadata_isNotRead(String metadata) {
        assertThat(CommitMetadata.decode(BASE, metadata)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            // a bit set shorter than its count, without one, with a negative count, with a bit beyond it, too long
            "o\u007f\u007f\u007f\u007f", "o\u0000\u0000", "l\u00ff\u00ff\u0000", "l\u0000\u0003\u0008",
            "l\u0000\u0003\u0000\u0000\u0000",
            // runs: none, cut short, negative, of more offsets not done than anyone holds
            "n", "e", "n\u0000\u0001\u0000", "e\u0000\u0000\u0000\u0001\u0000", "n\u00ff\u00ff",
            "e\u0000\u0000\u0000\u0001\u00ff\u0000\u0000\u0000", "e\u007f\u00ff\u00ff\u00ff\u0000\u0000\u0000\u0001",
            // nothing or nonsense compressed, an encoding that was never released
            "a", "s", "J", "p", "pabcdefgh", "L\u0001\u0000\u0001", "\u00ee(\u00b5/\u00fd"})
    void bytesThatNoEncoderWrites_areNotRead(String bytes) {
        assertThat(decode(bytes.getBytes(StandardCharsets.ISO_8859_1))).isEmpty();
    }

    @Test
    void mapThatEndsBeyondAllOffsets_isNotRead() {
        String metadata = LibraryCodec.metadata('n', new byte[]{0, 1, 0, 1});
        assertThat(CommitMetadata.decode(Long.MAX_VALUE - 2, metadata)).isPresent();
        assertThat(CommitMetadata.decode(Long.MAX_VALUE - 1, metadata)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(chars = {'a', 's', 'J', 'p'})
    void compressedBomb_isNotRead_andNotUnpacked(char magic) {
        String bomb = LibraryCodec.metadata(magic, Zstd.compress(new byte[256 * 1024 * 1024]));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(CommitMetadata.decode(BASE, bomb)).isEmpty();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64 * 1024 * 1024);
    }

    @Test
    void frameThatAsksForAHugeWindow_isNotRead() throws Exception {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(compressed)) {
            zstd.setLong(27);
            zstd.write(new byte[]{0, 1, 0, 1});
        }
        assertThat(CommitMetadata.decode(BASE, LibraryCodec.metadata('J', compressed.toByteArray()))).isEmpty();
        assertThat(CommitMetadata.decode(BASE, LibraryCodec.metadata('J', Zstd.compress(new byte[]{0, 1, 0, 1}))))
                .isPresent();
    }

    @Test
    void damagedMetadata_isNotRead_orReadAsAMapFromTheBaseOn() {
        long seed = Long.getLong("commit-metadata.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("-Dcommit-metadata.seed=" + seed);
        Random random = new Random(seed);
        List<byte[]> valid = valid(seed);
        int read = 0;
        int refused = 0;
        for (int i = 0; i < 8_000; i++) {
            byte[] damaged = damage(valid.get(random.nextInt(valid.size())), random);
            Optional<OffsetMap> map = decode(damaged);
            if (map.isPresent()) {
                read++;
                assertThat(map.get().base()).isEqualTo(BASE);
                assertThat(map.get().incomplete().length).isLessThanOrEqualTo(Runs.MAX_INCOMPLETE);
            } else {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
        assertThat(read).isGreaterThan(500);
    }

    @Test
    void damagedText_neverThrows() {
        Random random = new Random(11);
        for (byte[] bytes : valid(11)) {
            StringBuilder text = new StringBuilder(Base64.getEncoder().encodeToString(bytes));
            text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(300));
            text.setLength(text.length() - random.nextInt(2));
            assertThatNoException().isThrownBy(() -> CommitMetadata.decode(BASE, text.toString()));
        }
    }

    @Test
    void compressedMetadataCutShort_isNotRead() {
        byte[] whole = Base64.getDecoder().decode(CommitMetadata.encode(
                new RandomMaps(5).scattered(BASE, 40_000, 0.05), CommitMetadata.MAX_LENGTH).metadata());
        assertThat(decode(whole)).isPresent();
        for (int length = 0; length < whole.length; length++) {
            assertThat(decode(Arrays.copyOf(whole, length))).as("%d of %d bytes", length, whole.length)
                    .matches(map -> map.isEmpty() || map.get().isEmpty());
        }
    }

    /** Of every encoding. */
    private static List<byte[]> valid(long seed) {
        RandomMaps maps = new RandomMaps(seed);
        List<byte[]> valid = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            OffsetMap map = maps.scattered(BASE, 1 + 300 * i, 0.02 * (1 + i));
            LibraryCodec.encodeAll(map).values().forEach(text -> valid.add(Base64.getDecoder().decode(text)));
        }
        return valid;
    }

    private static byte[] damage(byte[] valid, Random random) {
        byte[] damaged = Arrays.copyOf(valid, random.nextInt(4) == 0 ? random.nextInt(valid.length + 3) : valid.length);
        for (int flips = random.nextInt(4); damaged.length > 0 && flips >= 0; flips--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return damaged;
    }

    private static Optional<OffsetMap> decode(byte[] bytes) {
        return CommitMetadata.decode(BASE, Base64.getEncoder().encodeToString(bytes));
    }
}
