package io.stria.impl.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a handle has changed: which objects, and how long the file has become by it. So a sync goes only to objects that
 * were written, and a close need not ask them all for the size.
 *
 * <p>The size is known if it was when the file was opened, which means that nobody else had it open for writing. Others
 * that open it later do not know it, and ask the objects at their close; the namespace takes a size only if all writers
 * give the same. What a failed or cancelled write has done is not known, and neither is the size then.
 */
final class Changes {
    static final long UNKNOWN = -1;
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Changes.class, "size", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean[] touched;
    private volatile long size;
    private volatile boolean isUncertain;

    /**
     * Makes it.
     *
     * @param size of the file at its opening, or {@link #UNKNOWN}
     */
    Changes(int stripes, long size) {
        this.touched = new boolean[stripes];
        this.size = size;
    }

    /** Something is about to be written to an object. Seen by whoever waits for that. */
    void touch(int stripe) {
        if (!touched[stripe]) {
            touched[stripe] = true;
        }
    }

    /** Everything is about to be changed. */
    void touchAll() {
        for (int stripe = 0; stripe < touched.length; stripe++) {
            touch(stripe);
        }
    }

    boolean isTouched(int stripe) {
        return touched[stripe];
    }

    /** A write that reaches up to here has been acknowledged. */
    void written(long end) {
        long known = size;
        while (known != UNKNOWN && known < end) {
            long seen = (long) SIZE.compareAndExchange(this, known, end);
            if (seen == known) {
                return;
            }
            known = seen;
        }
    }

    /** The file has been cut or extended while no write was under way. */
    void truncated(long newSize) {
        if (size != UNKNOWN) {
            size = newSize;
        }
    }

    /** Something has been changed, or not. */
    void uncertain() {
        isUncertain = true;
        size = UNKNOWN;
    }

    /** Whether something that was sent may still be on its way. */
    boolean isUncertain() {
        return isUncertain;
    }

    /** The size, or {@link #UNKNOWN}. */
    long size() {
        return size;
    }
}
