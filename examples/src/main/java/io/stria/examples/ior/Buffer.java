package io.stria.examples.ior;

import io.stria.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of one transfer: aligned and direct, in pieces of at most 1 GiB since a byte buffer ends at 2 GiB. Made once
 * and used for every transfer; only one thread or one request uses it at a time.
 */
final class Buffer {
    private static final int MAX_SEGMENT_BYTES = 1 << 30;

    private final ByteBuffer[] segments;
    private final Memory memory;
    private final long bytes;

    Buffer(long bytes, int alignment) {
        int count = Math.toIntExact((bytes + MAX_SEGMENT_BYTES - 1) / MAX_SEGMENT_BYTES);
        this.bytes = bytes;
        this.segments = new ByteBuffer[count];
        for (int i = 0; i < count; i++) {
            int length = (int) Math.min(MAX_SEGMENT_BYTES, bytes - (long) i * MAX_SEGMENT_BYTES);
            segments[i] = allocate(length, alignment);
        }
        this.memory = Memory.of(segments);
    }

    private static ByteBuffer allocate(int length, int alignment) {
        ByteBuffer whole = ByteBuffer.allocateDirect(length + alignment);
        // Not alignedSlice(), which also cuts the end to a multiple of the alignment.
        int start = (alignment - whole.alignmentOffset(0, alignment)) % alignment;
        return whole.slice(start, length).order(ByteOrder.nativeOrder());
    }

    long bytes() {
        return bytes;
    }

    /** The same bytes for Stria; made once, which saves the set-up of each call. */
    Memory memory() {
        return memory;
    }

    int segmentCount() {
        return segments.length;
    }

    /** One piece, whose position is 0 and limit its length; to be left so. */
    ByteBuffer segment(int index) {
        return segments[index];
    }

    long words() {
        return bytes / Long.BYTES;
    }

    long word(long index) {
        long at = index * Long.BYTES;
        return segments[(int) (at / MAX_SEGMENT_BYTES)].getLong((int) (at % MAX_SEGMENT_BYTES));
    }

    void setWord(long index, long value) {
        long at = index * Long.BYTES;
        segments[(int) (at / MAX_SEGMENT_BYTES)].putLong((int) (at % MAX_SEGMENT_BYTES), value);
    }

    /** Copies all bytes of another buffer of the same size, at the speed of memory. */
    void copyFrom(Buffer other) {
        for (int i = 0; i < segments.length; i++) {
            segments[i].put(0, other.segments[i], 0, segments[i].limit());
        }
    }

    /** Whether all bytes equal those of another buffer of the same size. */
    boolean matches(Buffer other) {
        for (int i = 0; i < segments.length; i++) {
            if (segments[i].mismatch(other.segments[i]) >= 0) {
                return false;
            }
        }
        return true;
    }
}
