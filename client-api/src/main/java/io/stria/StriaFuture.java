package io.stria;

import io.stria.spi.IoThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The future of every asynchronous call. It is a {@link CompletableFuture} with two additions:
 *
 * <ul>
 *   <li>Waiting for it ({@code join}, {@code get}) on an I/O thread of Stria is refused with an
 *       {@link IllegalStateException} instead of a deadlock, also through dependent futures. Waiting there through
 *       {@code CompletableFuture.allOf(…)} cannot be noticed and stays the caller's mistake.
 *   <li>{@link #released()} tells when Stria has let go of the memory of the request.
 * </ul>
 *
 * Settling it from outside ({@code cancel}, {@code complete}, {@code orTimeout}) means cancel: the future settles at
 * once, what was not sent is dropped, and the memory stays busy until {@link #released()}.
 *
 * @param <T> what the call yields
 */
public class StriaFuture<T> extends CompletableFuture<T> {

    /** The future of the request, for one that was derived from it; null for that future itself. */
    private final @Nullable StriaFuture<?> request;

    /** Makes an incomplete future. */
    public StriaFuture() {
        this(null);
    }

    private StriaFuture(@Nullable StriaFuture<?> request) {
        this.request = request;
    }

    /**
     * Tells when the memory given to the request belongs to the caller again. For a request that runs to its end that
     * is the moment it completes; for a cancelled or timed-out one it can be later.
     *
     * @return a future that completes, always normally, once Stria no longer touches the memory
     */
    public CompletableFuture<?> released() {
        if (request != null) {
            return request.released();
        }
        StriaFuture<Object> done = new StriaFuture<>();
        whenComplete((value, error) -> done.complete(null));
        return done;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new StriaFuture<>(request != null ? request : this);
    }

    @Override
    public T join() {
        refuseOnIoThread();
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        refuseOnIoThread();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        refuseOnIoThread();
        return super.get(timeout, unit);
    }

    private void refuseOnIoThread() {
        if (!isDone() && Thread.currentThread() instanceof IoThread) {
            throw new IllegalStateException("waiting for I/O on the I/O thread "
                    + Thread.currentThread().getName()
                    + " would deadlock: chain the next step with thenCompose, or configure a callback executor");
        }
    }
}
