package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waiting in tests: always with an end, never for a fixed time. */
final class Await {
    static final Duration LONG = Duration.ofSeconds(60);

    private Await() {}

    /** A condition that may be checked often. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /** Returns as soon as the condition holds; fails if it does not within {@link #LONG}. */
    static void until(String what, Condition condition) throws Exception {
        long endNs = System.nanoTime() + LONG.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waiting until %s", what).isLessThan(endNs);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Returns as soon as the state is the expected one; fails with the difference if it is not within {@link #LONG}. */
    static <T> void state(String what, T expected, Callable<T> actual) throws Exception {
        long endNs = System.nanoTime() + LONG.toNanos();
        T state = actual.call();
        while (!state.equals(expected) && System.nanoTime() < endNs) {
            LockSupport.parkNanos(1_000_000);
            state = actual.call();
        }
        assertThat(state).as(what).isEqualTo(expected);
    }

    /** The value of a future that must come. */
    static <T> T value(CompletableFuture<T> future) throws Exception {
        return future.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the end of a future, whatever it is. */
    static void end(CompletableFuture<?> future) throws Exception {
        try {
            value(future);
        } catch (ExecutionException | java.util.concurrent.CancellationException settled) {
            assertThat(future).isDone();
        }
    }

    /** The error of a future that must fail. */
    static StriaException error(CompletableFuture<?> future) throws InterruptedException, TimeoutException {
        try {
            Object value = future.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("completed with " + value + " instead of failing");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            assertThat(cause).isInstanceOf(StriaException.class);
            return (StriaException) cause;
        }
    }

    /** Checks with which code a future fails; returns the message. */
    static String failsWith(ErrorCode code, CompletableFuture<?> future) throws InterruptedException, TimeoutException {
        StriaException error = error(future);
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return String.valueOf(error.getMessage());
    }
}
