package io.stria.impl.layout;

import io.stria.FileLayout;

/**
 * The arithmetic of one layout. A contiguous range of the file is one contiguous range of each object it touches, since
 * chunk {@code i} of the file is chunk {@code i / stripeCount} of stripe {@code i mod stripeCount}; so a range is cut
 * with two divisions per stripe, whatever its length, and never chunk by chunk.
 *
 * <p>Valid for file offsets 0 … 2⁶³−1. Immutable.
 */
public final class Striping {
    private final long stripeSize;
    private final int stripeCount;
    private final long width;

    /** The arithmetic for a layout with a resolved stripe count. */
    public Striping(FileLayout layout) {
        this.stripeSize = layout.stripeSize();
        this.stripeCount = layout.stripeCount();
        this.width = stripeSize * stripeCount;
    }

    /** Bytes per chunk. */
    public long stripeSize() {
        return stripeSize;
    }

    /** Number of stripes. */
    public int stripeCount() {
        return stripeCount;
    }

    /** File bytes from the end of a stripe's chunk to the begin of its next one. */
    public long skip() {
        return width - stripeSize;
    }

    /** The stripe that holds a byte of the file. */
    public int stripeOf(long offset) {
        return (int) (offset / stripeSize % stripeCount);
    }

    /** How many stripes the range touches. */
    public int stripesTouched(long offset, long length) {
        if (length == 0) {
            return 0;
        }
        long chunks = (offset + (length - 1)) / stripeSize - offset / stripeSize + 1;
        return (int) Math.min(chunks, stripeCount);
    }

    /**
     * How many bytes below a file offset lie in a stripe: the object offset at which the stripe's part of a range that
     * begins (or ends) there begins (or ends), and the object's size if the file is that long.
     */
    public long bytesBelow(int stripe, long offset) {
        long row = offset / width;
        long intoStripe = offset - row * width - stripe * stripeSize;
        return row * stripeSize + Math.max(0, Math.min(stripeSize, intoStripe));
    }

    /** The file offset of a byte of an object. */
    public long fileOffset(int stripe, long objectOffset) {
        long row = objectOffset / stripeSize;
        return row * width + stripe * stripeSize + (objectOffset - row * stripeSize);
    }

    /** Bytes from a place in an object to the end of its chunk. */
    public long chunkRemaining(long objectOffset) {
        return stripeSize - objectOffset % stripeSize;
    }

    /** The file size that an object of some size implies. */
    public long fileSize(int stripe, long objectSize) {
        return objectSize == 0 ? 0 : fileOffset(stripe, objectSize - 1) + 1;
    }
}
