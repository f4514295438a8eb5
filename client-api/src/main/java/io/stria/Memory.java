package io.stria;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a transfer: one or more byte buffers, seen as one range of bytes. Positions and limits are captured
 * when it is made and the caller's buffers are never moved, so one {@code Memory} can be used again and again; that
 * saves the set-up of each call. From the call that takes it until the future completes (or, if it was cancelled,
 * until {@link StriaFuture#released()}) its bytes belong to Stria: the caller neither changes them nor, for a read,
 * looks at them.
 */
public final class Memory {
    private static final AtomicReferenceFieldUpdater<Memory, @Nullable ByteBuffer> VIEW =
            AtomicReferenceFieldUpdater.newUpdater(Memory.class, ByteBuffer.class, "view");

    private final ByteBuffer[] segments;
    private final long length;
    private final boolean readOnly;
    private final boolean direct;
    /** A spare view of the first segment, so that checksums need no new one for each transfer. */
    @SuppressWarnings("UnusedVariable") // read through VIEW
    private volatile @Nullable ByteBuffer view;

    private Memory(ByteBuffer[] segments) {
        long total = 0;
        boolean anyReadOnly = false;
        boolean allDirect = true;
        for (ByteBuffer segment : segments) {
            total += segment.remaining();
            anyReadOnly |= segment.isReadOnly();
            allDirect &= segment.isDirect();
        }
        this.segments = segments;
        this.length = total;
        this.readOnly = anyReadOnly;
        this.direct = allDirect;
    }

    /**
     * The bytes between position and limit of some buffers, one after the other.
     *
     * @param buffers direct or heap buffers; stay owned by the caller
     * @return a view of them
     */
    public static Memory of(ByteBuffer... buffers) {
        ByteBuffer[] segments = new ByteBuffer[buffers.length];
        for (int i = 0; i < segments.length; i++) {
            segments[i] = buffers[i].slice();
        }
        return new Memory(segments);
    }

    /**
     * A whole array. Arrays are copied through bounded pooled memory on their way.
     *
     * @param array the array; stays owned by the caller
     * @return a view of it
     */
    public static Memory of(byte[] array) {
        return new Memory(new ByteBuffer[] {ByteBuffer.wrap(array)});
    }

    /**
     * How many bytes this is.
     *
     * @return the sum over all segments, in bytes
     */
    public long length() {
        return length;
    }

    /**
     * Whether any part of it is read-only and so cannot be the destination of a read.
     *
     * @return true if a segment is read-only
     */
    public boolean isReadOnly() {
        return readOnly;
    }

    /**
     * Whether all of it is direct, so that it is sent and received without a copy.
     *
     * @return false if a segment is on the heap
     */
    public boolean isDirect() {
        return direct;
    }

    /**
     * How many contiguous pieces it has.
     *
     * @return the number of segments
     */
    public int segmentCount() {
        return segments.length;
    }

    /**
     * One contiguous piece, for engines. Its position is 0 and its limit its length; it must be used with absolute
     * access only.
     *
     * @param index which piece, from 0
     * @return the shared buffer of that piece
     */
    public ByteBuffer segment(int index) {
        return segments[index];
    }

    /**
     * A buffer on one contiguous piece whose position and limit may be moved, for engines. To be given back with
     * {@link #giveBackView}.
     *
     * @param index which piece, from 0
     * @return a buffer that nobody else uses; its position and limit are undefined
     */
    public ByteBuffer borrowView(int index) {
        ByteBuffer spare = index == 0 ? VIEW.getAndSet(this, null) : null;
        return spare != null ? spare : segments[index].duplicate();
    }

    /**
     * Gives back what {@link #borrowView} gave.
     *
     * @param index which piece it is of
     * @param borrowed the buffer
     */
    public void giveBackView(int index, ByteBuffer borrowed) {
        if (index == 0) {
            view = borrowed;
        }
    }
}
