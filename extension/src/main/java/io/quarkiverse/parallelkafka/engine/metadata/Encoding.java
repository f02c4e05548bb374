package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;
import java.util.Optional;

/** A way to write runs of offsets as bytes, plain or compressed. The format is that of Confluent's Parallel Consumer. */
interface Encoding {

    /** The byte in front of what is written plain. */
    byte magic();

    /** The byte in front of what is written and then compressed. */
    byte compressedMagic();

    /** The number of bytes that {@link #write} takes; {@link Long#MAX_VALUE} for runs that it can't write. */
    long size(Runs runs);

    byte[] write(Runs runs);

    /** As many of the first offsets as can be written in so many bytes, all of them or up to one that is done. */
    Runs longest(Runs runs, int bytes);

    /** Empty if no encoder would have written these bytes. */
    Optional<Runs> read(ByteBuffer bytes);
}
