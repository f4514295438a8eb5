package io.stria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.spi.IoThread;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StriaFutureTest {
    private static final class LoopThread extends Thread implements IoThread {
        LoopThread(Runnable task) {
            super(task, "stria-client-7");
        }
    }

    /** Runs something on a thread that is marked as an I/O thread; gives what it threw, or null. */
    private static Throwable onIoThread(Callable<?> action) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        LoopThread thread = new LoopThread(() -> {
            try {
                action.call();
            } catch (Exception e) {
                thrown.set(e);
            }
        });
        thread.start();
        thread.join();
        return thrown.get();
    }

    @Test
    void waitingOnAnIoThreadIsRefusedWithAMessageThatSaysWhatToDo() throws Exception {
        StriaFuture<Long> future = new StriaFuture<>();
        assertThat(onIoThread(future::join))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stria-client-7")
                .hasMessageContaining("thenCompose");
        assertThat(onIoThread(future::get)).isInstanceOf(IllegalStateException.class);
        assertThat(onIoThread(() -> future.get(1, TimeUnit.HOURS))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void waitingForADependentOnAnIoThreadIsRefusedAsWell() throws Exception {
        StriaFuture<Long> future = new StriaFuture<>();
        for (Function<StriaFuture<Long>, CompletableFuture<?>> dependent :
                List.<Function<StriaFuture<Long>, CompletableFuture<?>>>of(
                        f -> f.thenApply(value -> value + 1),
                        f -> f.thenCompose(value -> new CompletableFuture<>()),
                        f -> f.whenComplete((value, error) -> {}),
                        f -> f.exceptionally(error -> 0L).thenRun(() -> {}),
                        CompletableFuture::copy)) {
            CompletableFuture<?> derived = dependent.apply(future);
            assertThat(derived).isInstanceOf(StriaFuture.class);
            assertThat(onIoThread(derived::join)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aFutureThatIsDoneMayBeJoinedAnywhere() throws Exception {
        StriaFuture<Long> future = new StriaFuture<>();
        future.complete(5L);
        assertThat(onIoThread(() -> {
                    future.join();
                    future.get();
                    return future.get(1, TimeUnit.HOURS);
                }))
                .isNull();
    }

    @Test
    void otherThreadsMayWait() throws Exception {
        StriaFuture<Long> future = new StriaFuture<>();
        Thread completer = new Thread(() -> future.complete(9L));
        completer.start();
        assertThat(future.get(1, TimeUnit.MINUTES)).isEqualTo(9L);
        completer.join();
    }

    @Test
    void releasedCompletesNormallyHoweverTheFutureEnds() {
        StriaFuture<Long> good = new StriaFuture<>();
        StriaFuture<Long> bad = new StriaFuture<>();
        StriaFuture<Long> cancelled = new StriaFuture<>();
        CompletableFuture<?> early = good.released();
        assertThat(early).isNotDone();
        good.complete(1L);
        bad.completeExceptionally(new StriaException(ErrorCode.IO_ERROR, "broken"));
        cancelled.cancel(false);
        assertThat(early).isCompletedWithValue(null);
        assertThat(bad.released()).isCompletedWithValue(null);
        assertThat(cancelled.released()).isCompletedWithValue(null);
        assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void releasedOfADerivedFutureIsThatOfItsRequest() {
        CompletableFuture<Void> memory = new CompletableFuture<>();
        StriaFuture<Long> request = new StriaFuture<>() {
            @Override
            public CompletableFuture<?> released() {
                return memory;
            }
        };
        StriaFuture<Void> derived =
                (StriaFuture<Void>) request.thenApply(value -> value + 1).thenAccept(value -> {});
        request.complete(1L);
        assertThat(derived).isDone();
        assertThat(derived.released()).isSameAs(memory);
    }

    @Test
    void aChainOfAHundredThousandCompletedFuturesDoesNotOverflowTheStack() {
        StriaFuture<Long> first = new StriaFuture<>();
        CompletableFuture<Long> last = first;
        for (int i = 0; i < 100_000; i++) {
            last = last.thenCompose(value -> {
                StriaFuture<Long> done = new StriaFuture<>();
                done.complete(value + 1);
                return done;
            });
        }
        first.complete(0L);
        assertThat(last).isCompletedWithValue(100_000L);
    }
}
