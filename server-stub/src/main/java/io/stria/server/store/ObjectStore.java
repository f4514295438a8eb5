package io.stria.server.store;

import java.io.IOException;

/**
 * Objects of one target, named by (fileId, stripe). An object is created by its first write, or truncation to more than
 * nothing; one that does not exist reads as empty. All calls return at once; {@link ObjectIo#completed()} is called
 * exactly once for each, on any thread, possibly before the call returns. A call on a closed store ends with CLOSED,
 * one beyond the store's bound with BUSY.
 *
 * <p>Writes of ranges that do not overlap never disturb each other, also when they share a block. A completed write has
 * reached the storage: it survives the death of this process. A write of no bytes does not create the object.
 */
public interface ObjectStore extends AutoCloseable {

    /**
     * The block size that the phase of payload memory is counted in.
     *
     * @return bytes, a power of two, 1 if there is none
     */
    int alignment();

    /** Writes {@code io.length} bytes; sets {@code objectSize} to the size after it. */
    void write(ObjectIo io);

    /**
     * Reads up to {@code io.length} bytes; sets {@code transferred}, short only at the end of the object, and
     * {@code objectSize}. Holes are zeros.
     */
    void read(ObjectIo io);

    /**
     * Makes all completed writes of the object survive a power loss. Once it has failed for an object it fails until
     * that is truncated to nothing or destroyed, because the kernel may have dropped what it could not write.
     */
    void sync(ObjectIo io);

    /** Sets the size of the object to {@code io.objectSize}. */
    void truncate(ObjectIo io);

    /** Sets {@code objectSize}, 0 for an object that does not exist. */
    void size(ObjectIo io);

    /**
     * Removes every object of a file, in the background; later calls naming that file fail with STALE.
     *
     * @param fileId the file
     */
    void destroy(long fileId);

    /**
     * As {@link #destroy(long)} for {@code io.fileId}, completed when a power loss cannot bring the file back; for
     * callers that forget their own note of it then. The space may be freed later.
     */
    default void destroy(ObjectIo io) {
        io.error = null;
        destroy(io.fileId);
        io.completed();
    }

    /** Sets {@code totalBytes} and {@code usableBytes}, both {@link Long#MAX_VALUE} where there is no bound. */
    void space(ObjectIo io);

    /** Waits for what is in flight, then closes every file. */
    @Override
    void close() throws IOException;
}
