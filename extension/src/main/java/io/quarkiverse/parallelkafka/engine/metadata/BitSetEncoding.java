package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;

/** The number of offsets, and then a bit for each, the lowest first, set for those that are done. */
enum BitSetEncoding implements Encoding {

    SHORT('l', 'a', NumberWidth.SHORT), INT('o', 's', NumberWidth.INT);

    private final byte magic;
    private final byte compressedMagic;
    private final NumberWidth width;

    BitSetEncoding(char magic, char compressedMagic, NumberWidth width) {
        this.magic = (byte) magic;
        this.compressedMagic = (byte) compressedMagic;
        this.width = width;
    }

    @Override
    public byte magic() {
        return magic;
    }

    @Override
    public byte compressedMagic() {
        return compressedMagic;
    }

    @Override
    public long size(Runs runs) {
        long count = runs.span();
        return count > width.max() ? Long.MAX_VALUE : width.bytes() + bytesOf(count);
    }

    @Override
    public byte[] write(Runs runs) {
        BitSet done = new BitSet((int) runs.span());
        int offset = 0;
        for (int run = 0; run < runs.count(); run++) {
            int behind = offset + (int) runs.length(run);
            if (Runs.isDone(run)) {
                done.set(offset, behind);
            }
            offset = behind;
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size(runs));
        width.put(bytes, offset);
        bytes.put(done.toByteArray());
        return bytes.array();
    }

    @Override
    public Runs longest(Runs runs, int bytes) {
        return runs.within(Math.min(width.max(), (long) Byte.SIZE * (bytes - width.bytes())));
    }

    /** The library writes a byte more than it needs, always 0, and so are the bits behind the last offset. */
    @Override
    public Optional<Runs> read(ByteBuffer bytes) {
        if (bytes.remaining() < width.bytes()) {
            return Optional.empty();
        }
        int count = width.get(bytes);
        long spare = bytes.remaining() - bytesOf(count);
        if (count < 0 || spare < 0 || spare > 1) {
            return Optional.empty();
        }
        BitSet done = BitSet.valueOf(bytes);
        return done.length() > count ? Optional.empty() : Optional.of(runs(done, count));
    }

    private static Runs runs(BitSet done, int count) {
        Runs.Builder runs = new Runs.Builder();
        int offset = 0;
        while (offset < count) {
            int nextDone = done.nextSetBit(offset);
            if (nextDone < 0) {
                runs.add(false, count - offset);
                break;
            }
            runs.add(false, nextDone - offset);
            offset = done.nextClearBit(nextDone);
            runs.add(true, offset - nextDone);
        }
        return runs.build();
    }

    private static long bytesOf(long bits) {
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }
}
