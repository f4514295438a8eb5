package io.stria.impl.transfer;

import io.stria.StriaException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The future of several requests: of the bytes they have moved together, or of the first error when all have ended. */
public final class BatchFuture extends TransferFuture {
    private static final VarHandle LEFT;
    private static final VarHandle MOVED;
    private static final VarHandle ERROR;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEFT = lookup.findVarHandle(BatchFuture.class, "left", int.class);
            MOVED = lookup.findVarHandle(BatchFuture.class, "moved", long.class);
            ERROR = lookup.findVarHandle(BatchFuture.class, "error", StriaException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // read through LEFT
    private volatile int left;

    private volatile long moved;
    private volatile @Nullable StriaException error;

    /** The future of so many requests. */
    public BatchFuture(int requests) {
        this.left = requests;
    }

    @Override
    public boolean requestEnded(@Nullable Long value, @Nullable StriaException cause) {
        if (cause != null) {
            ERROR.compareAndSet(this, null, cause);
        } else if (value != null && value > 0) {
            MOVED.getAndAdd(this, (long) value);
        }
        return (int) LEFT.getAndAdd(this, -1) == 1 && super.requestEnded(value, cause);
    }

    @Override
    public @Nullable Long outcome(@Nullable Long value) {
        return error == null ? Long.valueOf(moved) : null;
    }

    @Override
    public @Nullable StriaException failure(@Nullable StriaException cause) {
        return error;
    }
}
