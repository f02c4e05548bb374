package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.confluent.parallelconsumer.offsets.OffsetEncoding;
import io.confluent.parallelconsumer.offsets.OffsetMapCodecManager;
import io.confluent.parallelconsumer.offsets.OffsetMapCodecManager.HighestOffsetAndIncompletes;
import io.confluent.parallelconsumer.offsets.OffsetSimultaneousEncoder;

/** Confluent's own encoders and decoder of commit metadata, by which ours is judged. */
final class LibraryCodec {

    private LibraryCodec() {
    }

    /** Each encoding that the library supports for this map, including compressed ones that it would not try by itself. */
    static synchronized Map<OffsetEncoding, String> encodeAll(OffsetMap map) {
        OffsetSimultaneousEncoder.compressionForced = true;
        try {
            Map<OffsetEncoding, String> all = new EnumMap<>(OffsetEncoding.class);
            encoder(map).getEncodingMap()
                    .forEach((encoding, bytes) -> all.put(encoding, metadata((char) encoding.getMagicByte(), bytes)));
            return all;
        } finally {
            OffsetSimultaneousEncoder.compressionForced = false;
        }
    }

    /** What the library would commit. */
    static synchronized String encode(OffsetMap map) throws Exception {
        return Base64.getEncoder().encodeToString(encoder(map).packSmallest());
    }

    private static OffsetSimultaneousEncoder encoder(OffsetMap map) {
        TreeSet<Long> incomplete = Arrays.stream(map.incomplete()).boxed()
                .collect(Collectors.toCollection(TreeSet::new));
        return new OffsetSimultaneousEncoder(map.base(), map.end() - 1, incomplete).invoke();
    }

    static OffsetMap decode(long base, String metadata) throws Exception {
        HighestOffsetAndIncompletes decoded = OffsetMapCodecManager.deserialiseIncompleteOffsetMapFromBase64(base,
                metadata);
        return new OffsetMap(base, decoded.getHighestSeenOffset().orElseThrow() + 1,
                decoded.getIncompleteOffsets().stream().mapToLong(Long::longValue).toArray());
    }

    static String metadata(char magic, byte[] payload) {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(1 + payload.length).put((byte) magic).put(payload).array());
    }
}
