package io.quarkiverse.parallelkafka.engine.metadata;

import java.nio.ByteBuffer;

/** How many bytes an encoding's numbers have. */
enum NumberWidth {

    SHORT(Short.BYTES, Short.MAX_VALUE) {
        @Override
        void put(ByteBuffer bytes, int number) {
            bytes.putShort((short) number);
        }

        @Override
        int get(ByteBuffer bytes) {
            return bytes.getShort();
        }
    },
    INT(Integer.BYTES, Integer.MAX_VALUE) {
        @Override
        void put(ByteBuffer bytes, int number) {
            bytes.putInt(number);
        }

        @Override
        int get(ByteBuffer bytes) {
            return bytes.getInt();
        }
    };

    private final int bytes;
    private final int max;

    NumberWidth(int bytes, int max) {
        this.bytes = bytes;
        this.max = max;
    }

    int bytes() {
        return bytes;
    }

    /** The largest number. */
    int max() {
        return max;
    }

    abstract void put(ByteBuffer bytes, int number);

    abstract int get(ByteBuffer bytes);
}
