package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ClientConfig;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.Transport;
import io.stria.impl.layout.Striping;
import io.stria.impl.target.FakeServer.Frame;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.impl.transfer.Call;
import io.stria.impl.transfer.Request;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transfer.TransferFuture;
import io.stria.impl.transport.EventLoops;
import io.stria.wire.Opcode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * A lane to a {@link FakeServer}, with a clock that only the test moves. It stands in for the file: requests of one
 * stripe, which complete their futures when they end.
 */
final class LaneFixture implements Request.Owner, AutoCloseable {
    static final int UNIT = (int) FileLayout.STRIPE_SIZE_UNIT;
    static final int WINDOW = 4;
    static final Duration REQUEST_TIMEOUT = Duration.ofMillis(64);
    static final Duration RPC_TIMEOUT = Duration.ofMillis(48);
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(90);
    private static final Striping ONE_STRIPE = new Striping(FileLayout.striped(1, UNIT));

    final AtomicLong clockNs = new AtomicLong(1_000_000_000_000L);
    final FakeServer server = new FakeServer();
    final ClientCounters counters = new ClientCounters();
    final RequestPool pool = new RequestPool(10_000, 1L << 40);
    final TargetContext context;
    final Lane lane;
    private final EventLoops loops;

    LaneFixture() throws Exception {
        this(Transport.AUTO, config -> config);
    }

    LaneFixture(Transport transport, UnaryOperator<ClientConfig.Builder> change) throws Exception {
        this(transport, change, null);
    }

    LaneFixture(Transport transport, UnaryOperator<ClientConfig.Builder> change, AddressBook addresses)
            throws Exception {
        ClientConfig config = change.apply(ClientConfig.builder("stria://test:1/")
                        .transport(transport)
                        .ioThreads(1)
                        .maxRpcBytes(UNIT)
                        .requestTimeout(REQUEST_TIMEOUT)
                        .rpcTimeout(RPC_TIMEOUT)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .reconnectBackoff(Duration.ofMillis(4)))
                .build();
        loops = new EventLoops(config.transport(), config.ioThreads(), "lane-test");
        context = new TargetContext(config, loops, counters, 42, clockNs::get);
        lane = lane(3, addresses != null ? addresses : () -> List.of(server.address()));
    }

    /** The loop does nothing until the latch is counted down. */
    CountDownLatch holdLoop() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        loops.group().next().execute(() -> {
            held.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        held.await();
        return released;
    }

    /** One more lane of the same client. */
    Lane lane(int target, AddressBook addresses) {
        return lane(target, addresses, Opening.NONE);
    }

    Lane lane(int target, AddressBook addresses, Opening opening) {
        return lane(new LaneGroup(1), target, addresses, opening);
    }

    /** A lane beside others to the same target. */
    Lane lane(LaneGroup group) {
        return lane(group, 3, () -> List.of(server.address()), Opening.NONE);
    }

    private Lane lane(LaneGroup group, int target, AddressBook addresses, Opening opening) {
        return new Lane(context, loops.group().next(), group, "target " + target, target, addresses, WINDOW, opening);
    }

    void advance(Duration time) {
        clockNs.addAndGet(time.toNanos());
    }

    TransferFuture write(Memory memory, long offset) {
        return submit(lane, true, memory, offset);
    }

    TransferFuture read(Memory memory, long offset) {
        return submit(lane, false, memory, offset);
    }

    /** Writes so many RPCs' worth of direct memory. */
    TransferFuture write(int rpcs) {
        return write(Memory.of(direct(rpcs * UNIT)), 0);
    }

    TransferFuture submit(Lane to, boolean isWrite, Memory memory, long offset) {
        Request request = pool.acquire(memory.length());
        assertThat(request).isNotNull();
        TransferFuture future = new TransferFuture();
        request.set(this, isWrite, 77, memory, offset, future);
        assertThat(request.cut(ONE_STRIPE)).isEqualTo(1);
        to.submit(request.transfer(0));
        return future;
    }

    Call size() {
        Call call = Call.onObject(Opcode.SIZE, "/f", 77, 0, 0);
        lane.submit(call);
        return call;
    }

    @Override
    public void requestEnded(Request request) {
        TransferFuture future = request.future();
        StriaException error = request.error();
        boolean isShort = request.isShort();
        long length = request.length();
        pool.release(request);
        if (error != null) {
            future.completeExceptionally(error);
        } else {
            future.complete(isShort ? -length : length);
        }
        future.requestEnded(null, null);
    }

    @Override
    public void requestExpired(Request request, StriaException cause) {
        request.future().completeExceptionally(cause);
    }

    @Override
    public String path() {
        return "/f";
    }

    long count(Counter counter) {
        return counters.snapshot().get(counter);
    }

    /** Everything that was pending has ended and given back its memory. */
    void assertBaseline() {
        assertThat(pool.pendingRequests()).isZero();
        assertThat(pool.pendingBytes()).isZero();
    }

    @Override
    public void close() throws IOException {
        lane.closeAsync().orTimeout(1, TimeUnit.MINUTES).join();
        loops.shutdown().syncUninterruptibly();
        server.close();
        assertBaseline();
    }

    static ByteBuffer direct(int length) {
        return ByteBuffer.allocateDirect(length);
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    /** The next so many frames, of this opcode. */
    static List<Frame> take(Peer peer, int count, int opcode) throws IOException {
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(peer.next(opcode));
        }
        return frames;
    }

    /**
     * Makes sure that the client sends nothing more of its own accord: what is sent after a call that is submitted now
     * would have come before it.
     */
    void assertSilent(Peer peer) throws Exception {
        Call call = size();
        peer.answer(peer.next(Opcode.SIZE));
        value(call.reply());
    }

    static <T> T value(CompletableFuture<T> future) throws Exception {
        return future.get(1, TimeUnit.MINUTES);
    }

    /** The error a future must fail with. */
    static StriaException error(CompletableFuture<?> future) throws InterruptedException, TimeoutException {
        try {
            Object value = future.get(1, TimeUnit.MINUTES);
            throw new AssertionError("completed with " + value);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(StriaException.class);
            return (StriaException) e.getCause();
        }
    }

    static StriaException error(CompletableFuture<?> future, ErrorCode code)
            throws InterruptedException, TimeoutException {
        StriaException error = error(future);
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error;
    }
}
