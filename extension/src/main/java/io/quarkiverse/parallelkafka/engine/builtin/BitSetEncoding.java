package io.quarkiverse.parallelkafka.engine.builtin;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;

/** The number of offsets, and then a bit for each, the lowest first, set for those that are done. */
enum BitSetEncoding implements Encoding {

    SHORT('l', 'a', Short.BYTES, Short.MAX_VALUE) {
        @Override
        void putCount(ByteBuffer bytes, int count) {
            bytes.putShort((short) count);
        }

        @Override
        int getCount(ByteBuffer bytes) {
            return bytes.getShort();
        }
    },
    INT('o', 's', Integer.BYTES, Integer.MAX_VALUE) {
        @Override
        void putCount(ByteBuffer bytes, int count) {
            bytes.putInt(count);
        }

        @Override
        int getCount(ByteBuffer bytes) {
            return bytes.getInt();
        }
    };

    private final byte magic;
    private final byte compressedMagic;
    private final int width;
    private final int maxCount;

    BitSetEncoding(char magic, char compressedMagic, int width, int maxCount) {
        this.magic = (byte) magic;
        this.compressedMagic = (byte) compressedMagic;
        this.width = width;
        this.maxCount = maxCount;
    }

    abstract void putCount(ByteBuffer bytes, int count);

    abstract int getCount(ByteBuffer bytes);

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
        return count > maxCount ? Long.MAX_VALUE : width + bytesOf(count);
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
        putCount(bytes, offset);
        bytes.put(done.toByteArray());
        return bytes.array();
    }

    @Override
    public Runs longest(Runs runs, int bytes) {
        return runs.within(Math.min(maxCount, (long) Byte.SIZE * (bytes - width)));
    }

    /** The library writes a byte more than it needs, always 0, and so are the bits behind the last offset. */
    @Override
    public Optional<Runs> read(ByteBuffer bytes) {
        if (bytes.remaining() < width) {
            return Optional.empty();
        }
        int count = getCount(bytes);
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
