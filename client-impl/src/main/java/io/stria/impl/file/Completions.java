package io.stria.impl.file;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Completes the futures given to callers: where the configuration says, with a {@link StriaException}, in time. */
public final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);
    private static final long RETRY_PAUSE_MS = 1000;
    private static final String ADVICE =
            "the servers did not answer in time, and it may still happen: check that they run, and whether it has";

    private final @Nullable Executor executor;
    private final ScheduledExecutorService timer;
    private final long timeoutNs;
    private final long graceNs;

    /**
     * Makes it.
     *
     * @param executor where futures are completed, null for the present thread
     * @param timer runs deadlines
     * @param timeoutNs the overall deadline of a call
     * @param graceNs how long after it to wait for those who know more, such as which server has not answered
     */
    public Completions(@Nullable Executor executor, ScheduledExecutorService timer, long timeoutNs, long graceNs) {
        this.executor = executor;
        this.timer = timer;
        this.timeoutNs = timeoutNs;
        this.graceNs = graceNs;
    }

    /** Completes a caller's future. */
    public <T> void complete(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        complete(future, value, error, unclaimed -> {});
    }

    private <T> void complete(
            CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error, Consumer<? super T> unclaimed) {
        if (executor == null) {
            settle(future, value, error, unclaimed);
            return;
        }
        try {
            executor.execute(() -> settle(future, value, error, unclaimed));
        } catch (RejectedExecutionException e) {
            settle(future, value, error, unclaimed);
        }
    }

    @SuppressWarnings("NullAway") // a future of Void completes with null
    private static <T> void settle(
            CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error, Consumer<? super T> unclaimed) {
        if (error != null) {
            future.completeExceptionally(asStria(error));
        } else if (!future.complete(value)) {
            unclaimed.accept(value);
        }
    }

    /** A caller's future for work that is under way, failing when the deadline passes before the work is done. */
    public <T> StriaFuture<T> within(String verb, String subject, CompletableFuture<T> work) {
        return within(verb, subject, work, unclaimed -> {});
    }

    /**
     * A caller's future for work that is under way, failing when the deadline passes before the work is done.
     *
     * @param verb what it does, for the message
     * @param subject what it concerns, for the message
     * @param unclaimed given the value if the future was settled otherwise before
     */
    public <T> StriaFuture<T> within(
            String verb, String subject, CompletableFuture<T> work, Consumer<? super T> unclaimed) {
        StriaFuture<T> future = new StriaFuture<>();
        arm(verb, subject, future);
        work.whenComplete((value, error) -> complete(future, value, error, unclaimed));
        return future;
    }

    /** Fails a future when the deadline passes before it is done. */
    void arm(String verb, String subject, StriaFuture<?> future) {
        arm(verb, subject, future, System.nanoTime());
    }

    /** Fails a future when the deadline of work that began some time ago passes before it is done. */
    void arm(String verb, String subject, StriaFuture<?> future, long begunNs) {
        if (future.isDone()) {
            return;
        }
        ScheduledFuture<?> alarm;
        try {
            alarm = timer.schedule(
                    () -> complete(
                            future,
                            null,
                            new StriaException(
                                    ErrorCode.TIMEOUT,
                                    verb + " timed out after " + timeoutNs / 1_000_000 + " ms (" + subject + "): "
                                            + ADVICE)),
                    begunNs + timeoutNs + graceNs - System.nanoTime(),
                    TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return; // the client is closed: whatever the future waits for has been failed
        }
        future.whenComplete((value, error) -> alarm.cancel(false));
    }

    /** Runs something in the background after a pause, unless the client is closed before. */
    void later(Runnable work) {
        try {
            timer.schedule(work, RETRY_PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("given up as the client is closed", e);
        }
    }

    /** A future that has failed already. */
    public static <T> StriaFuture<T> failed(StriaException error) {
        StriaFuture<T> future = new StriaFuture<>();
        future.completeExceptionally(error);
        return future;
    }

    /** The Stria exception behind whatever a future failed with. */
    public static StriaException asStria(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof StriaException stria
                ? stria
                : new StriaException(ErrorCode.INTERNAL, "unexpected failure: " + cause, cause);
    }
}
