package io.stria;

import java.nio.ByteBuffer;

/**
 * An open file. Reads and writes are positional and may be in flight in any number, from any threads, at any offset,
 * length and alignment.
 *
 * <ul>
 *   <li>A write is acknowledged when all its bytes have reached the storage of their targets: it then survives the
 *       death of client and server processes. {@link #sync()} makes it survive a power loss.
 *   <li>Two overlapping writes in flight at once: each byte is one or the other's. Writes that do not overlap never
 *       disturb each other, at any alignment, from any number of clients.
 *   <li>If any stripe fails the whole request fails with that stripe's cause; no partial count is claimed. After a
 *       failed read the contents of the destination are undefined.
 *   <li>{@link #truncate} and {@link #closeAsync()} are barriers: they wait for what was submitted before, and hold
 *       back what follows. Acknowledged writes are visible to every later read by any client.
 *   <li>The memory of a request belongs to Stria until its future completes; a buffer's position and limit are captured
 *       at the call and never moved.
 *   <li>Every future completes exactly once, within the request timeout.
 * </ul>
 *
 * A {@link StriaFuture} returned here can fail with {@link ErrorCode#BUSY} (a bound on requests or bytes in flight is
 * reached, nothing was sent), {@link ErrorCode#TIMEOUT}, {@link ErrorCode#UNKNOWN_OUTCOME},
 * {@link ErrorCode#UNREACHABLE}, {@link ErrorCode#NO_SPACE}, {@link ErrorCode#IO_ERROR},
 * {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#CLOSED}, {@link ErrorCode#ACCESS_DENIED} and, for a negative
 * offset, an end beyond 2⁶³−1 or read-only memory for a read, {@link ErrorCode#INVALID_ARGUMENT}.
 */
public interface AsyncFile extends AutoCloseable {

    /**
     * Reads into the space between position and limit of a buffer.
     *
     * @param destination direct or heap; lent to Stria until the future completes
     * @param offset first byte in the file
     * @return the number of bytes read, short only at the end of the file; −1 if {@code offset} is at or past it; 0 if
     *     there is no space. Holes read as zeros. Bytes past the end of file are left untouched,
     *     unless the file is truncated while it is read
     */
    StriaFuture<Long> read(ByteBuffer destination, long offset);

    /**
     * Reads into memory of any shape.
     *
     * @param destination lent to Stria until the future completes
     * @param offset first byte in the file
     * @return as of {@link #read(ByteBuffer, long)}
     */
    StriaFuture<Long> read(Memory destination, long offset);

    /**
     * Writes the bytes between position and limit of a buffer.
     *
     * @param source direct or heap; lent to Stria until the future completes
     * @param offset first byte in the file
     * @return the full number of bytes
     */
    StriaFuture<Long> write(ByteBuffer source, long offset);

    /**
     * Writes memory of any shape.
     *
     * @param source lent to Stria until the future completes
     * @param offset first byte in the file
     * @return the full number of bytes
     */
    StriaFuture<Long> write(Memory source, long offset);

    /**
     * Makes every write submitted on this handle before this call survive a power loss; waits for those still in
     * flight.
     *
     * @return completes when it is so
     */
    StriaFuture<Void> sync();

    /**
     * Sets the size of the file. A barrier. Bytes gained read as zeros. After a failure some targets may have done it
     * and others not, so the size is the old one, the new one or between them, until a truncation succeeds.
     *
     * @param size the new size in bytes
     * @return completes when the size is set on every target
     */
    StriaFuture<Void> truncate(long size);

    /**
     * The size of the file now: one past the highest byte that any target holds.
     *
     * @return bytes
     */
    StriaFuture<Long> size();

    /**
     * The layout as resolved at create: the target of every stripe is named.
     *
     * @return the layout
     */
    FileLayout layout();

    /**
     * The path the file was opened with; a rename does not change it.
     *
     * @return an absolute path
     */
    String path();

    /**
     * Closes the handle after waiting for what is in flight; does not sync. Completes also when a write has failed.
     *
     * @return completes when closed; a second call returns the same outcome
     */
    StriaFuture<Void> closeAsync();

    /**
     * {@link #closeAsync()}, waited for, at most the request timeout. Refused on an I/O thread.
     *
     * @throws StriaException if closing failed or took too long
     */
    @Override
    void close() throws StriaException;
}
