package io.quarkiverse.parallelkafka.engine.metadata;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdInputStream;

/** Zstandard, within bounds. */
final class Compression {

    /** A bit for each of 64 million offsets. */
    private static final int MAX_PLAIN_BYTES = 8 * 1024 * 1024;
    /** What a frame may ask for to be decompressed: 8 MiB. The library's frames ask for 2 MiB. */
    private static final int MAX_WINDOW_LOG = 23;
    /** The fastest. Higher ones win a few percent here, at many times the cost. */
    private static final int LEVEL = 1;
    /** Shorter matches are chance in bits and numbers, and cost more than they save. */
    private static final int MIN_MATCH = 6;

    private Compression() {
    }

    static byte[] compress(byte[] plain) {
        try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
            return zstd.setLevel(LEVEL).setMinMatch(MIN_MATCH).setContentSize(false).compress(plain);
        }
    }

    /** Empty if the bytes are not compressed ones, are cut short, or would grow beyond all measure. */
    static Optional<ByteBuffer> decompress(ByteBuffer compressed) {
        byte[] bytes = new byte[compressed.remaining()];
        compressed.get(bytes);
        try (ZstdInputStream zstd = new ZstdInputStream(new ByteArrayInputStream(bytes))) {
            zstd.setLongMax(MAX_WINDOW_LOG);
            byte[] plain = zstd.readNBytes(MAX_PLAIN_BYTES + 1);
            return plain.length > MAX_PLAIN_BYTES ? Optional.empty() : Optional.of(ByteBuffer.wrap(plain));
        } catch (IOException e) {
            // Damaged, or not ours: whoever asks gets to know that nothing can be read.
            return Optional.empty();
        }
    }
}
