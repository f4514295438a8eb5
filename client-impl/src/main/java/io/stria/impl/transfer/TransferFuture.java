package io.stria.impl.transfer;

import io.stria.StriaException;
import io.stria.StriaFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of a read or write; knows when the request has let go of the memory. Never pooled. */
public class TransferFuture extends StriaFuture<Long> {
    private static final VarHandle RELEASED;

    static {
        try {
            RELEASED = MethodHandles.lookup().findVarHandle(TransferFuture.class, "released", CompletableFuture.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Shared by all that nobody asked; must not be handed out. */
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private volatile @Nullable CompletableFuture<Void> released;

    /** The future of a request that was refused, or had nothing to do; its memory was never lent. */
    public static TransferFuture failed(StriaException refusal) {
        TransferFuture future = new TransferFuture();
        future.completeExceptionally(refusal);
        future.markReleased();
        return future;
    }

    /** As {@link #failed}, for a success. */
    public static TransferFuture completed(long value) {
        TransferFuture future = new TransferFuture();
        future.complete(value);
        future.markReleased();
        return future;
    }

    /**
     * A request of this has ended and refers to the memory no more. If it was the last one the memory belongs to the caller
     * again, and this is to be completed with {@link #outcome} and {@link #failure}. Any thread.
     *
     * @param value the bytes it moved, −1 at the end of the file; null if it failed
     * @param cause why it failed
     * @return whether it was the last
     */
    public boolean requestEnded(@Nullable Long value, @Nullable StriaException cause) {
        markReleased();
        return true;
    }

    /** What this is to be completed with if nothing failed, the last request having ended with some value. */
    public @Nullable Long outcome(@Nullable Long value) {
        return value;
    }

    /** What this is to fail with, null if nothing failed; the last request having ended with some cause. */
    public @Nullable StriaException failure(@Nullable StriaException cause) {
        return cause;
    }

    @Override
    public CompletableFuture<?> released() {
        CompletableFuture<Void> mine = new StriaFuture<>(); // refuses to be waited for on an I/O thread
        if (RELEASED.compareAndSet(this, null, mine)) {
            return mine;
        }
        CompletableFuture<Void> present = released;
        return present == DONE || present == null ? CompletableFuture.completedFuture(null) : present;
    }

    /** The memory belongs to the caller again. */
    private void markReleased() {
        @SuppressWarnings("unchecked")
        CompletableFuture<Void> asked = (CompletableFuture<Void>) RELEASED.getAndSet(this, DONE);
        if (asked != null && asked != DONE) {
            asked.complete(null);
        }
    }
}
