package io.stria.impl.transfer;

import io.stria.Memory;
import java.nio.ByteBuffer;

/**
 * A walk through the memory of a request in the order of one stripe's object: chunks of the stripe size, a stride of
 * stripe size × stripe count apart. Advancing adds and compares; it never divides. Reused; confined to one event loop.
 */
public final class MemoryCursor {
    private static final Memory NOTHING = Memory.of();

    private Memory memory = NOTHING;
    private long position;
    private long chunkRemaining;
    private long chunk;
    private long skip;
    private int segmentIndex;
    private long segmentStart;

    /**
     * Begins a walk.
     *
     * @param memory the request's memory
     * @param position where in it the first byte lies
     * @param chunkRemaining bytes to the end of the first chunk
     * @param chunk bytes of every further chunk
     * @param skip bytes between two chunks
     */
    public void set(Memory memory, long position, long chunkRemaining, long chunk, long skip) {
        this.memory = memory;
        this.position = position;
        this.chunkRemaining = chunkRemaining;
        this.chunk = chunk;
        this.skip = skip;
        this.segmentIndex = 0;
        this.segmentStart = 0;
        seekSegment();
    }

    /** Goes where another cursor is. */
    public void set(MemoryCursor from) {
        memory = from.memory;
        position = from.position;
        chunkRemaining = from.chunkRemaining;
        chunk = from.chunk;
        skip = from.skip;
        segmentIndex = from.segmentIndex;
        segmentStart = from.segmentStart;
    }

    /** Forgets the memory. */
    public void clear() {
        memory = NOTHING;
    }

    /** The piece of memory the next byte lies in. */
    public ByteBuffer segment() {
        return memory.segment(segmentIndex);
    }

    /** Which piece of the memory that is. */
    public int segmentIndex() {
        return segmentIndex;
    }

    /** Where in {@link #segment()} the next byte lies. */
    public int segmentOffset() {
        return (int) (position - segmentStart);
    }

    /** How many of the next {@code limit} bytes lie together in {@link #segment()}. */
    public int contiguous(long limit) {
        long inSegment = segmentStart + segment().capacity() - position;
        return (int) Math.min(Math.min(limit, chunkRemaining), inSegment);
    }

    /** Moves on by at most {@link #contiguous} bytes. */
    public void advance(int count) {
        position += count;
        chunkRemaining -= count;
        if (chunkRemaining == 0) {
            position += skip;
            chunkRemaining = chunk;
        }
        seekSegment();
    }

    /** Moves on by any number of bytes. */
    public void skip(long count) {
        long left = count;
        while (left > 0) {
            int step = contiguous(left);
            advance(step);
            left -= step;
        }
    }

    private void seekSegment() {
        while (segmentIndex + 1 < memory.segmentCount()
                && position >= segmentStart + segment().capacity()) {
            segmentStart += segment().capacity();
            segmentIndex++;
        }
    }
}
