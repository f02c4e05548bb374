package io.quarkiverse.parallelkafka.engine.confluent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.function.ToLongFunction;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;

import com.github.luben.zstd.ZstdInputStream;

import io.confluent.parallelconsumer.offsets.OffsetEncoding;

/**
 * Tells whether the library can read the metadata of a committed offset.
 *
 * <p>
 * The library itself finds out by dying: of an unknown encoding, of a length that needs more memory than there is, of a
 * stray character. Anyone may have written metadata to a group, so it is looked through here first, without building
 * anything from it.
 */
final class CommitMetadata {

    /** More offsets than the metadata of a real partition spans, and few enough to decode in memory. */
    private static final long MAX_OFFSETS = 50_000_000;
    private static final int MAX_BYTES = 8 * 1024 * 1024;

    private CommitMetadata() {
    }

    static boolean isReadable(OffsetAndMetadata committed) {
        if (committed.metadata().isEmpty()) {
            return true;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(committed.metadata()));
            return switch (encoding(bytes.get())) {
                case BitSet -> isBitSet(bytes, ByteBuffer::getShort);
                case BitSetV2 -> isBitSet(bytes, ByteBuffer::getInt);
                case RunLength -> areRuns(bytes, Short.BYTES, ByteBuffer::getShort);
                case RunLengthV2 -> areRuns(bytes, Integer.BYTES, ByteBuffer::getInt);
                case BitSetCompressed -> isBitSet(decompressed(bytes), ByteBuffer::getShort);
                case BitSetV2Compressed -> isBitSet(decompressed(bytes), ByteBuffer::getInt);
                case RunLengthCompressed -> areRuns(decompressed(bytes), Short.BYTES, ByteBuffer::getShort);
                case RunLengthV2Compressed -> areRuns(decompressed(bytes), Integer.BYTES, ByteBuffer::getInt);
                // Written by Kafka Streams, or by no released version.
                case KafkaStreams, KafkaStreamsV2, ByteArray, ByteArrayCompressed -> false;
            };
        } catch (IllegalArgumentException | BufferUnderflowException | IOException e) {
            return false;
        }
    }

    private static OffsetEncoding encoding(byte magic) {
        for (OffsetEncoding encoding : OffsetEncoding.values()) {
            if (encoding.getMagicByte() == magic) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("Not a magic byte of the library: " + magic);
    }

    /** The number of bits, and then as many, with up to a byte to spare. */
    private static boolean isBitSet(ByteBuffer bytes, ToLongFunction<ByteBuffer> nextNumber) {
        long bits = nextNumber.applyAsLong(bytes);
        long needed = (bits + Byte.SIZE - 1) / Byte.SIZE;
        return bits > 0 && bits <= MAX_OFFSETS && bytes.remaining() >= needed && bytes.remaining() <= needed + 1;
    }

    /** The lengths of runs of incomplete and of complete offsets, in turn. */
    private static boolean areRuns(ByteBuffer bytes, int width, ToLongFunction<ByteBuffer> nextNumber) {
        if (bytes.remaining() == 0 || bytes.remaining() % width != 0) {
            return false;
        }
        long offsets = 0;
        while (bytes.hasRemaining()) {
            long run = nextNumber.applyAsLong(bytes);
            offsets += run;
            if (run < 0 || offsets > MAX_OFFSETS) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer decompressed(ByteBuffer bytes) throws IOException {
        InputStream compressed = new ByteArrayInputStream(bytes.array(), bytes.position(), bytes.remaining());
        try (ZstdInputStream stream = new ZstdInputStream(compressed)) {
            byte[] plain = stream.readNBytes(MAX_BYTES + 1);
            if (plain.length > MAX_BYTES) {
                throw new IOException("Larger than any offset map");
            }
            return ByteBuffer.wrap(plain);
        }
    }
}
