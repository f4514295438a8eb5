package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How calls end while servers die: in time, and well or with a code that fits. Counts them. Any thread. */
final class Outcomes {
    /** What the death of a server may be called. */
    static final Set<ErrorCode> SERVER_GONE =
            Set.of(ErrorCode.UNREACHABLE, ErrorCode.UNKNOWN_OUTCOME, ErrorCode.TIMEOUT);

    private final Duration timeout;
    private final Duration slack;
    private final Set<ErrorCode> expected;
    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

    /**
     * Makes it.
     *
     * @param timeout what clients are configured with
     * @param slack how much later a future may end on a busy machine
     * @param expected how calls may fail
     */
    Outcomes(Duration timeout, Duration slack, Set<ErrorCode> expected) {
        this.timeout = timeout;
        this.slack = slack;
        this.expected = expected;
    }

    /** How one call ended: with a value, or with a code. */
    record Outcome<T>(@Nullable T value, @Nullable ErrorCode code) {
        boolean isOk() {
            return code == null;
        }

        /** Whether it may have been done although it failed. */
        boolean isUnknown() {
            return code == ErrorCode.UNKNOWN_OUTCOME || code == ErrorCode.TIMEOUT;
        }
    }

    /** A call that has just been made. */
    <T> Started<T> started(String operation, StriaFuture<T> future) {
        return new Started<>(operation, future);
    }

    /** Waits for a call that has just been made. */
    <T> Outcome<T> of(String operation, StriaFuture<T> future, ErrorCode... alsoExpected) throws Exception {
        return started(operation, future).end(alsoExpected);
    }

    private synchronized void count(String operation, String outcome) {
        counts.computeIfAbsent(operation, first -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    }

    @Override
    public synchronized String toString() {
        return counts.toString();
    }

    /** A call, and when it began and ended. */
    final class Started<T> {
        private final String operation;
        private final StriaFuture<T> future;
        private final long beganNs = System.nanoTime();
        private volatile long endedNs;

        Started(String operation, StriaFuture<T> future) {
            this.operation = operation;
            this.future = future;
            future.whenComplete((value, error) -> endedNs = System.nanoTime());
        }

        boolean isDone() {
            return future.isDone();
        }

        /** Waits for the end, checks that it came in time, and that a failure is one that may be. */
        Outcome<T> end(ErrorCode... alsoExpected) throws Exception {
            long limitNs = timeout.plus(slack).toNanos();
            Outcome<T> outcome;
            try {
                outcome = new Outcome<>(
                        future.get(Math.max(1, beganNs + limitNs - System.nanoTime()), TimeUnit.NANOSECONDS), null);
            } catch (ExecutionException failed) {
                outcome = new Outcome<>(null, codeOf(failed, Set.of(alsoExpected)));
            } catch (TimeoutException e) {
                throw new AssertionError(operation + " has not ended within " + timeout.plus(slack), e);
            }
            // A waiter may be woken before the callback that notes the time has run; then it is now.
            long tookNs = (endedNs == 0 ? System.nanoTime() : endedNs) - beganNs;
            assertThat(Duration.ofNanos(tookNs)).as(operation).isLessThan(timeout.plus(slack));
            count(operation, outcome.code == null ? "OK" : outcome.code.name());
            return outcome;
        }

        private ErrorCode codeOf(ExecutionException failed, Set<ErrorCode> alsoExpected) {
            Throwable cause = failed.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (cause instanceof StriaException stria
                    && (expected.contains(stria.code()) || alsoExpected.contains(stria.code()))) {
                return stria.code();
            }
            throw new AssertionError(operation + " failed unexpectedly: " + cause, cause);
        }
    }
}
