package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The lengths of runs of offsets that are not done and that are, in turn.
 *
 * <p>
 * A run that is too long for a number is written as several with runs of length 0 between them, which every reader of
 * the format adds up again.
 */
enum RunLengthEncoding implements Encoding {

    SHORT('n', 'J', NumberWidth.SHORT), INT('e', 'p', NumberWidth.INT);

    private final byte magic;
    private final byte compressedMagic;
    private final NumberWidth width;

    RunLengthEncoding(char magic, char compressedMagic, NumberWidth width) {
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
        long numbers = 0;
        for (int run = 0; run < runs.count(); run++) {
            numbers += numbers(runs.length(run));
        }
        return numbers * width.bytes();
    }

    @Override
    public byte[] write(Runs runs) {
        ByteBuffer bytes = ByteBuffer.allocate((int) size(runs));
        for (int run = 0; run < runs.count(); run++) {
            long left = runs.length(run);
            while (left > width.max()) {
                width.put(bytes, width.max());
                width.put(bytes, 0);
                left -= width.max();
            }
            width.put(bytes, (int) left);
        }
        return bytes.array();
    }

    @Override
    public Runs longest(Runs runs, int bytes) {
        long left = bytes / width.bytes();
        for (int pair = 0; pair < runs.pairs(); pair++) {
            int done = 2 * pair + 1;
            long notDoneNumbers = numbers(runs.length(2 * pair));
            long doneNumbers = done < runs.count() ? numbers(runs.length(done)) : 0;
            if (notDoneNumbers + doneNumbers > left) {
                return runs.first(pair, doneNumbers == 0 ? 0 : (left - notDoneNumbers + 1) / 2 * width.max());
            }
            left -= notDoneNumbers + doneNumbers;
        }
        return runs;
    }

    private long numbers(long length) {
        return length == 0 ? 1 : 1 + 2 * ((length - 1) / width.max());
    }

    @Override
    public Optional<Runs> read(ByteBuffer bytes) {
        if (!bytes.hasRemaining() || bytes.remaining() % width.bytes() != 0) {
            return Optional.empty();
        }
        Runs.Builder runs = new Runs.Builder();
        for (boolean done = false; bytes.hasRemaining(); done = !done) {
            int length = width.get(bytes);
            if (length < 0) {
                return Optional.empty();
            }
            runs.add(done, length);
        }
        return Optional.of(runs.build());
    }
}
