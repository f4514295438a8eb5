package io.stria;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One range of a batch ({@link StriaClient#writeBatch}, {@link StriaClient#readBatch}): memory, and where in which file
 * its bytes are. Immutable, so a list of extents can be used again and again.
 *
 * @param file an open file of the client that the batch is given to
 * @param memory lent to Stria from the call until the future completes; its length is that of the range
 * @param offset first byte in the file
 */
public record Extent(AsyncFile file, Memory memory, long offset) {

    /** Checks that nothing is null. */
    public Extent {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(memory, "memory");
    }

    /**
     * An extent for the bytes between position and limit of a buffer.
     *
     * @param file an open file
     * @param buffer direct or heap
     * @param offset first byte in the file
     * @return the extent
     */
    public static Extent of(AsyncFile file, ByteBuffer buffer, long offset) {
        return new Extent(file, Memory.of(buffer), offset);
    }
}
