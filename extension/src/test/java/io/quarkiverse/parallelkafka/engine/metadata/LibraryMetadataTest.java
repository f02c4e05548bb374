package io.quarkiverse.parallelkafka.engine.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.github.luben.zstd.Zstd;

import io.confluent.parallelconsumer.offsets.OffsetMapCodecManager;

/** What the library writes is read, and what would end the library is not: its engine gets no other metadata to see. */
class LibraryMetadataTest {

    /** Of the offsets from 100 on, three are not done, then four are, then one is not, and the last one is. */
    private static final byte[] BITS = {(byte) 0b0111_1000, (byte) 0b0000_0001};

    static Stream<Arguments> encodings() {
        byte[] shortBits = ByteBuffer.allocate(5).putShort((short) 9).put(BITS).array();
        byte[] intBits = ByteBuffer.allocate(7).putInt(9).put(BITS).array();
        byte[] shortRuns = ByteBuffer.allocate(8).putShort((short) 3).putShort((short) 4).putShort((short) 1)
                .putShort((short) 1).array();
        byte[] intRuns = ByteBuffer.allocate(16).putInt(3).putInt(4).putInt(1).putInt(1).array();
        return Stream.of(Arguments.of('l', shortBits), Arguments.of('a', Zstd.compress(shortBits)),
                Arguments.of('o', intBits), Arguments.of('s', Zstd.compress(intBits)),
                Arguments.of('n', shortRuns), Arguments.of('J', Zstd.compress(shortRuns)),
                Arguments.of('e', intRuns), Arguments.of('p', Zstd.compress(intRuns)));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void encodingOfTheLibrary_isRead_andTheLibraryReadsItToo(char magic, byte[] payload) throws Exception {
        String metadata = base64(magic, payload);
        assertThat(CommitMetadata.decode(100, metadata)).isPresent();
        assertThat(OffsetMapCodecManager.deserialiseIncompleteOffsetMapFromBase64(100, metadata).getIncompleteOffsets())
                .containsExactly(100L, 101L, 102L, 107L);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void damagedEncoding_isNotRead(char magic, byte[] payload) {
        byte[] cut = Arrays.copyOf(payload, 1);
        assertThat(CommitMetadata.decode(100, base64(magic, cut))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"o\u007f\u007f\u007f\u007f", "e\u007f\u007f\u007f\u007f\u0000\u0000\u0000\u0001",
            "e\u00ff\u00ff\u00ff\u00ff",
            "X", "L0101", "\u0001", "\u0002"})
    void lengthsThatCanNotBe_areNotRead(String bytes) {
        String metadata = base64(bytes.charAt(0), bytes.substring(1).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(CommitMetadata.decode(100, metadata)).isEmpty();
    }

    @Test
    void compressedBomb_isNotRead() {
        byte[] zeros = new byte[64 * 1024 * 1024];
        assertThat(CommitMetadata.decode(100, base64('p', Zstd.compress(zeros)))).isEmpty();
    }

    @Test
    void noMetadata_isRead_andWhatIsNotBase64IsNot() {
        assertThat(CommitMetadata.decode(100, "")).isPresent();
        assertThat(CommitMetadata.decode(100, "not base64")).isEmpty();
    }

    private static String base64(char magic, byte[] payload) {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(1 + payload.length).put((byte) magic).put(payload).array());
    }
}
