package io.stria.server.store;

import io.stria.StriaException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One operation on an object, owned and reused by the caller; while it is in flight its fields and memory belong to
 * the store.
 *
 * <p>Memory: a direct buffer whose start is aligned to {@link ObjectStore#alignment()} and in which the payload begins
 * at {@code phase = objectOffset mod alignment}, so that the aligned middle of any range is aligned in memory. Its
 * capacity is at least {@code phase + length} rounded up to the alignment; a read may fill all of it (the aligned
 * superset of the range), a write changes nothing. Position and limit say nothing: the store sets them as it needs
 * them, so the buffer object is not shared with anyone who looks at them.
 */
public abstract class ObjectIo {
    /** The file. */
    public long fileId;
    /** The stripe. */
    public int stripe;
    /** First byte in the object. */
    public long objectOffset;
    /** Payload bytes. */
    public int length;
    /** Payload memory, for read and write. */
    public @Nullable ByteBuffer memory;
    /** In: the size to truncate to. Out: the object's size after the operation. */
    public long objectSize;
    /** Out, of {@link ObjectStore#space}: the size of the target. */
    public long totalBytes;
    /** Out, of {@link ObjectStore#space}: what may still be written. */
    public long usableBytes;
    /** Out: the bytes that were read. */
    public int transferred;
    /** Out: why it failed, null if it did not. */
    public @Nullable StriaException error;

    /** What a disk thread is to do with it. */
    Operation operation = Operation.SIZE;

    /** Called by the store, once, when the operation has ended; results are visible to the calling thread. */
    public abstract void completed();

    /** Clears the results of the previous use. */
    final void begin(Operation operation) {
        this.operation = operation;
        transferred = 0;
        error = null;
    }
}
