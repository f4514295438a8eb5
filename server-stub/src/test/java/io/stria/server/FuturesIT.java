package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.spi.IoThread;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What futures promise: once, in time, on the right thread, and never a deadlock. */
class FuturesIT {
    private static final int STRIPE = 64 << 10;
    private static final FileLayout LAYOUT = FileLayout.striped(2, STRIPE);

    @TempDir
    Path directory;

    private Proxy proxy;
    private TestCluster cluster;
    private final List<StriaClient> clients = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        proxy = new Proxy();
        cluster = TestCluster.startBehind(proxy, directory, 2, server -> server.store(StoreKind.MEMORY));
    }

    @AfterEach
    void stop() throws Exception {
        proxy.flow();
        for (StriaClient client : clients) {
            client.close();
        }
        cluster.close();
        proxy.close();
    }

    private StriaClient client(UnaryOperator<io.stria.ClientConfig.Builder> change) throws StriaException {
        StriaClient client = cluster.client(change);
        clients.add(client);
        return client;
    }

    /** A file with four stripes of data, its connections made. */
    private static AsyncFile file(StriaClient client) throws Exception {
        AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
        Await.value(file.write(ByteBuffer.allocateDirect(4 * STRIPE), 0));
        return file;
    }

    private static ByteBuffer memory() {
        return ByteBuffer.allocateDirect(2 * STRIPE);
    }

    @Test
    void waiting_on_an_io_thread_is_refused() throws Exception {
        StriaClient client = client(config -> config);
        AsyncFile file = file(client);
        proxy.stall();
        StriaFuture<Long> pending = file.write(memory(), 0);
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<List<Throwable>> refusals = new CompletableFuture<>();
        client.mkdir("/d").whenComplete((done, error) -> {
            List<Throwable> caught = new ArrayList<>();
            StriaFuture<Long> read = file.read(memory(), 0);
            for (CompletableFuture<?> each : List.of(
                    pending,
                    read,
                    pending.thenApply(count -> count + 1),
                    pending.thenCompose(count -> read),
                    read.thenCombine(pending, Long::sum),
                    read.handle((count, failure) -> "x"),
                    file.sync(),
                    read.released())) {
                caught.add(thrownBy(each::join));
                caught.add(thrownBy(each::get));
                caught.add(thrownBy(() -> each.get(1, TimeUnit.HOURS)));
            }
            thread.complete(Thread.currentThread());
            refusals.complete(caught);
        });
        assertThat(Await.value(thread)).isInstanceOf(IoThread.class);
        assertThat(Await.value(refusals))
                .hasSize(24)
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll(Await.value(thread).getName(), "would deadlock", "thenCompose"));
        proxy.flow();
        Await.value(pending);
    }

    private static Throwable thrownBy(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return org.assertj.core.api.Assertions.catchThrowable(call);
    }

    @Test
    void closing_on_an_io_thread_is_refused_and_harmless() throws Exception {
        StriaClient client = client(config -> config);
        AsyncFile file = file(client);
        proxy.stall();
        file.write(memory(), 0);
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        client.mkdir("/d").whenComplete((done, error) -> refusal.complete(thrownBy(file::close)));
        assertThat(Await.value(refusal)).isInstanceOf(IllegalStateException.class);
        proxy.flow();
        Await.value(file.closeAsync());
    }

    @Test
    void callbacks_run_on_the_executor_that_was_given() throws Exception {
        ExecutorService mine = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
        try {
            StriaClient client = client(config -> config.callbackExecutor(mine)
                    .requestTimeout(Duration.ofSeconds(4))
                    .reconnectBackoff(Duration.ofMillis(50)));
            AsyncFile file = file(client);
            AsyncFile other = Await.value(client.open("/f", READ, WRITE));
            proxy.stall();
            List<CompletableFuture<?>> calls = new ArrayList<>(List.of(
                    file.write(memory(), 0),
                    file.read(memory(), 0),
                    file.read(memory(), 3 * STRIPE),
                    file.sync(),
                    file.size(),
                    file.truncate(0),
                    file.write(ByteBuffer.allocate(10), 0)));
            List<CompletableFuture<String>> threads = new ArrayList<>();
            for (CompletableFuture<?> call : calls) {
                threads.add(call.handle((value, error) -> Thread.currentThread().getName()));
            }
            for (CompletableFuture<String> thread : threads) {
                assertThat(Await.value(thread)).isEqualTo("mine");
            }
            calls.forEach(call -> assertThat(call).isCompletedExceptionally());
            threads.clear();
            proxy.cut();
            calls = List.of(other.write(memory(), 0), client.stat("/f"), client.open("/g", CREATE, WRITE));
            for (CompletableFuture<?> call : calls) {
                threads.add(call.handle((value, error) -> Thread.currentThread().getName()));
            }
            proxy.flow();
            for (int i = 0; i < threads.size(); i++) {
                String name = Await.value(threads.get(i));
                // A call may have been done before its callback was given.
                assertThat(name).isIn("mine", Thread.currentThread().getName());
            }
        } finally {
            proxy.flow();
            for (StriaClient client : clients) {
                Await.end(client.closeAsync());
            }
            mine.shutdown();
        }
    }

    @Test
    void settling_a_future_settles_it_at_once_and_gives_the_memory_back_later() throws Exception {
        StriaClient client = client(config -> config);
        AsyncFile file = file(client);
        proxy.stall();
        List<ByteBuffer> buffers = new ArrayList<>();
        List<StriaFuture<Long>> settled = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ByteBuffer buffer = i % 2 == 0 ? memory() : ByteBuffer.allocate(2 * STRIPE);
            buffers.add(buffer);
            settled.add(i < 4 ? file.read(buffer, 0) : file.write(buffer, (long) i * STRIPE));
        }
        Await.until("they are sent", () -> rpcs(client) >= 8);
        for (int i = 0; i < 8; i++) {
            StriaFuture<Long> future = settled.get(i);
            switch (i % 4) {
                case 0 -> assertThat(future.cancel(true)).isTrue();
                case 1 -> assertThat(future.complete(5L)).isTrue();
                case 2 ->
                    assertThat(future.completeExceptionally(new TimeoutException()))
                            .isTrue();
                default -> {
                    future.orTimeout(1, TimeUnit.MILLISECONDS);
                    assertThatThrownBy(future::get).hasCauseInstanceOf(TimeoutException.class);
                }
            }
            assertThat(future).isDone();
            assertThat(future.released()).isNotDone();
        }
        proxy.flow();
        for (int i = 0; i < 8; i++) {
            Await.value(settled.get(i).released());
            buffers.get(i).put(0, (byte) 77).put(2 * STRIPE - 1, (byte) 77);
        }
        assertThat(Await.value(file.read(memory(), 0))).isEqualTo(2 * STRIPE);
        for (ByteBuffer buffer : buffers) {
            assertThat(buffer.get(0)).isEqualTo((byte) 77);
            assertThat(buffer.get(2 * STRIPE - 1)).isEqualTo((byte) 77);
        }
        assertThat(settled.get(1)).isCompletedWithValue(5L);
        assertThat(client.statistics().get(Counter.CONNECTIONS_LOST)).isZero();
    }

    private static long rpcs(StriaClient client) {
        return client.statistics().targets().stream()
                .mapToLong(target -> target.read().bytesPerRpc().total()
                        + target.write().bytesPerRpc().total())
                .sum();
    }

    @Test
    void memory_is_released_when_its_future_has_completed() throws Exception {
        AsyncFile file = file(client(config -> config));
        for (int i = 0; i < 500; i++) {
            StriaFuture<Long> write = file.write(ByteBuffer.allocateDirect(100), 0);
            CompletableFuture<Boolean> released =
                    write.thenApply(count -> write.released().isDone());
            assertThat(Await.value(released)).isTrue();
        }
    }

    @Test
    void a_refused_request_keeps_no_memory() throws Exception {
        AsyncFile file = file(client(config -> config.maxPendingRequests(1)));
        assertThat(file.read(ByteBuffer.allocate(0), 0).released()).isCompleted();
        assertThat(file.read(memory(), -1).released()).isCompleted();
        assertThat(file.read(memory().asReadOnlyBuffer(), 0).released()).isCompleted();
        proxy.stall();
        StriaFuture<Long> only = file.write(memory(), 0);
        StriaFuture<Long> busy = file.write(memory(), 0);
        Await.failsWith(ErrorCode.BUSY, busy);
        assertThat(busy.released()).isCompleted();
        proxy.flow();
        Await.value(only);
        Await.value(file.closeAsync());
        StriaFuture<Long> late = file.write(memory(), 0);
        Await.failsWith(ErrorCode.CLOSED, late);
        assertThat(late.released()).isCompleted();
    }

    @Test
    void a_chain_of_a_million_completed_futures_does_not_overflow_the_stack() throws Exception {
        AsyncFile file = file(client(config -> config));
        ByteBuffer nothing = ByteBuffer.allocate(0);
        CompletableFuture<Long> chain = file.read(nothing, 0);
        for (int i = 0; i < 1_000_000; i++) {
            chain = chain.thenCompose(count -> file.read(nothing, 0));
        }
        assertThat(Await.value(chain)).isZero();
        proxy.stall();
        CompletableFuture<Long> pending = file.write(memory(), 0);
        for (int i = 0; i < 1_000_000; i++) {
            pending = i % 2 == 0
                    ? pending.thenApply(count -> count)
                    : pending.thenCompose(count -> file.read(nothing, 0));
        }
        proxy.flow();
        assertThat(Await.value(pending)).isZero();
    }

    @Test
    void an_interrupted_waiter_harms_nobody() throws Exception {
        StriaClient client = client(config -> config);
        AsyncFile file = file(client);
        AsyncFile second = Await.value(client.open("/f", WRITE));
        proxy.stall();
        StriaFuture<Long> write = file.write(memory(), 0);
        StriaFuture<Long> other = second.write(memory(), 2 * STRIPE);
        List<CompletableFuture<Throwable>> waits = new ArrayList<>();
        for (org.assertj.core.api.ThrowableAssert.ThrowingCallable wait :
                List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        write::get, () -> write.get(1, TimeUnit.HOURS), second::close)) {
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            waits.add(outcome);
            Thread thread = new Thread(() -> outcome.complete(thrownBy(wait)));
            thread.start();
            thread.interrupt();
        }
        assertThat(Await.value(waits.get(0))).isInstanceOf(InterruptedException.class);
        assertThat(Await.value(waits.get(1))).isInstanceOf(InterruptedException.class);
        assertThat(Await.value(waits.get(2)))
                .isInstanceOf(StriaException.class)
                .hasMessageContaining("goes on in the background");
        proxy.flow();
        assertThat(Await.value(write)).isEqualTo(2 * STRIPE);
        assertThat(Await.value(other)).isEqualTo(2 * STRIPE);
        Await.value(second.closeAsync());
        Await.value(file.read(memory(), 0));
        assertThat(client.statistics().get(Counter.CONNECTIONS_LOST)).isZero();
    }

    @Test
    void every_future_completes_once_while_connections_break() throws Exception {
        int bound = 64;
        StriaClient client = client(config -> config.maxPendingRequests(bound)
                .connectionsPerTarget(2)
                .reconnectBackoff(Duration.ofMillis(20))
                .requestTimeout(Duration.ofSeconds(20)));
        AsyncFile file = file(client);
        Random random = new Random(3);
        AtomicInteger completions = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        List<StriaFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            ByteBuffer memory = random.nextBoolean()
                    ? ByteBuffer.allocateDirect(1 + random.nextInt(4 * STRIPE))
                    : ByteBuffer.allocate(1 + random.nextInt(STRIPE));
            StriaFuture<?> call = switch (random.nextInt(20)) {
                case 0 -> file.sync();
                case 1 -> file.size();
                case 2, 3, 4, 5, 6, 7, 8, 9 -> file.read(memory, random.nextInt(8 * STRIPE));
                default -> file.write(memory, random.nextInt(8 * STRIPE));
            };
            call.whenComplete((value, error) -> {
                completions.incrementAndGet();
                if (error != null) {
                    failures.incrementAndGet();
                }
            });
            calls.add(call);
            if (i % 100 == 99) {
                proxy.cut();
            }
            Await.end(calls.get(Math.max(0, i - bound / 2)));
        }
        for (StriaFuture<?> call : calls) {
            Await.end(call);
            Await.value(call.released());
        }
        Await.until("all callbacks have run", () -> completions.get() >= calls.size());
        assertThat(completions).hasValue(calls.size());
        assertThat(client.statistics().get(Counter.CONNECTIONS_LOST)).isPositive();
        assertThat(failures.get()).isBetween(1, calls.size() - 1);
        // No place of the bound was lost or given back twice.
        Await.until("it works again", () -> {
            StriaFuture<Long> write = file.write(memory(), 0);
            Await.end(write);
            return !write.isCompletedExceptionally();
        });
        proxy.stall();
        List<StriaFuture<Long>> full = new ArrayList<>();
        for (int i = 0; i < bound; i++) {
            full.add(file.write(ByteBuffer.allocate(1), i));
        }
        assertThat(full).noneMatch(StriaFuture::isDone);
        Await.failsWith(ErrorCode.BUSY, file.write(ByteBuffer.allocate(1), 0));
        proxy.flow();
        for (StriaFuture<Long> write : full) {
            Await.value(write);
        }
    }

    @Test
    void beyond_the_bound_on_requests_a_call_is_busy_and_nothing_is_sent() throws Exception {
        StriaClient client = client(config -> config.maxPendingRequests(10));
        AsyncFile file = file(client);
        proxy.stall();
        List<StriaFuture<Long>> accepted = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            accepted.add(file.write(ByteBuffer.allocateDirect(1), i));
        }
        assertThat(Await.failsWith(ErrorCode.BUSY, file.read(memory(), 0)))
                .contains("10 of 10 requests", "/f", "try again");
        Await.failsWith(ErrorCode.BUSY, file.write(memory(), 0));
        assertThat(Await.value(file.read(ByteBuffer.allocate(0), 0))).isZero();
        assertThat(client.statistics().get(Counter.REQUESTS_REFUSED)).isEqualTo(2);
        proxy.flow();
        for (StriaFuture<Long> write : accepted) {
            Await.value(write);
        }
        assertThat(Await.value(file.write(memory(), 0))).isEqualTo(2 * STRIPE);
        assertThat(client.statistics().get(Counter.REQUESTS)).isEqualTo(12);
    }

    @Test
    void beyond_the_bound_on_bytes_a_call_is_busy_but_a_single_one_may_exceed_it() throws Exception {
        StriaClient client = client(config -> config.maxRpcBytes(STRIPE).maxPendingBytes(3 * STRIPE));
        AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
        assertThat(Await.value(file.write(ByteBuffer.allocateDirect(20 * STRIPE), 0)))
                .isEqualTo(20 * STRIPE);
        proxy.stall();
        StriaFuture<Long> first = file.write(memory(), 0);
        StriaFuture<Long> second = file.read(ByteBuffer.allocate(STRIPE), 0);
        assertThat(Await.failsWith(ErrorCode.BUSY, file.read(ByteBuffer.allocate(1), 0)))
                .contains(3 * STRIPE + " of " + 3 * STRIPE + " bytes");
        proxy.flow();
        Await.value(first);
        Await.value(second);
        assertThat(Await.value(file.read(memory(), 0))).isEqualTo(2 * STRIPE);
    }

    @Test
    void a_request_can_be_submitted_from_the_callback_of_the_one_that_made_room() throws Exception {
        StriaClient client = client(config -> config.maxPendingRequests(1));
        AsyncFile file = file(client);
        CompletableFuture<Long> chain = file.write(memory(), 0);
        for (int i = 0; i < 200; i++) {
            chain = chain.thenCompose(count -> file.write(memory(), 0));
        }
        assertThat(Await.value(chain)).isEqualTo(2 * STRIPE);
    }

    @Test
    void a_write_that_was_damaged_on_its_way_fails_and_changes_nothing() throws Exception {
        StriaClient client = client(config -> config);
        AsyncFile file = file(client);
        proxy.damageNext();
        byte[] data = Bytes.random(new Random(1), STRIPE);
        assertThat(Await.failsWith(ErrorCode.CHECKSUM_MISMATCH, file.write(Bytes.direct(data), 0)))
                .contains("/f", "offset=0", "length=" + STRIPE);
        Bytes.assertSame(Bytes.readAll(file, 4 * STRIPE), new byte[4 * STRIPE], "the file");
        assertThat(Await.value(file.write(Bytes.direct(data), 0))).isEqualTo(STRIPE);
        assertThat(client.statistics().get(Counter.CONNECTIONS_LOST)).isZero();
    }
}
