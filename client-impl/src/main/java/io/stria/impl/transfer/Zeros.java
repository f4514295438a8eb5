package io.stria.impl.transfer;

import java.nio.ByteBuffer;

/** Fills memory with zeros. */
final class Zeros {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 << 10).asReadOnlyBuffer();

    private Zeros() {}

    static void fill(ByteBuffer memory, int at, int count) {
        for (int done = 0; done < count; ) {
            int step = Math.min(count - done, ZEROS.capacity());
            memory.put(at + done, ZEROS, 0, step);
            done += step;
        }
    }
}
