package io.stria.impl.transfer;

import io.stria.StriaException;
import io.stria.StriaFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of one read or write; knows when the request has let go of the memory. Never pooled. */
public final class TransferFuture extends StriaFuture<Long> {
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
    public void markReleased() {
        @SuppressWarnings("unchecked")
        CompletableFuture<Void> asked = (CompletableFuture<Void>) RELEASED.getAndSet(this, DONE);
        if (asked != null && asked != DONE) {
            asked.complete(null);
        }
    }
}
