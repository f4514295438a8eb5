package io.stria.impl.target;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.stria.ClientConfig;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.transfer.Call;
import io.stria.impl.transfer.Operation;
import io.stria.impl.transfer.OperationList;
import io.stria.impl.transfer.OperationQueue;
import io.stria.impl.transport.HostNames;
import io.stria.impl.transport.SocketErrors;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One way to a service, over one connection at a time: its queue, what waits, and the connection, made when needed and
 * made anew when lost. Any thread may {@link #submit}; everything else runs on the lane's event loop.
 *
 * <p>The first operation offered to an idle queue wakes the loop; what is offered until it gets there comes along. What
 * waits longer than its deadline fails; what waits when no server can be reached fails at once, and later operations
 * bring about a new attempt after a jittered pause.
 */
public final class Lane implements OperationSink {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final long MAX_TICK_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long MIN_TICK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int MAX_REDIRECTS = 3;
    /** Pauses are short enough for so many attempts to come back before the handles that are held have ended. */
    private static final int ATTEMPTS_PER_SESSION_TIMEOUT = 4;

    private enum State {
        IDLE,
        CONNECTING,
        READY,
        PAUSING,
        CLOSED
    }

    private final TargetContext context;
    private final EventLoop loop;
    private final String service;
    private final int serviceNumber;
    private final AddressBook addressBook;
    private final int window;
    private final LaneGroup group;
    private final Opening opening;
    private final RpcStats readStats;
    private final RpcStats writeStats;
    private final OperationQueue queue = new OperationQueue();
    private final AtomicBoolean isSignalled = new AtomicBoolean();
    private final Runnable drainTask = this::drain;
    private final OperationList calls = new OperationList();
    private final OperationList transfers = new OperationList();
    private final Backoff backoff;
    private final long requestTimeoutNs;
    private final long tickNs;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private State state = State.IDLE;
    private @Nullable Connection connection;
    private List<InetSocketAddress> candidates = List.of();
    private int candidate;
    private int redirects;
    private boolean isTicking;
    private final AtomicBoolean awaitsBounce = new AtomicBoolean();
    private long nowNs;

    /**
     * Makes a lane; nothing is connected yet.
     *
     * @param group the lanes to the same service, with this one
     * @param service what it leads to, for messages
     * @param serviceNumber target number, or that of the namespace
     * @param window RPCs in flight
     * @param opening what each connection begins with
     */
    public Lane(
            TargetContext context,
            EventLoop loop,
            LaneGroup group,
            String service,
            int serviceNumber,
            AddressBook addressBook,
            int window,
            Opening opening) {
        this.context = context;
        this.loop = loop;
        this.group = group;
        this.service = service;
        this.serviceNumber = serviceNumber;
        this.addressBook = addressBook;
        this.window = window;
        this.opening = opening;
        this.readStats = new RpcStats(window);
        this.writeStats = new RpcStats(window);
        this.backoff = new Backoff(context.config.reconnectBackoff().toNanos());
        this.requestTimeoutNs = context.config.requestTimeout().toNanos();
        this.tickNs = tickNs(context.config);
    }

    /** How often it looks for what is overdue. */
    public static long tickNs(ClientConfig config) {
        long shortest =
                Math.min(config.rpcTimeout().toNanos(), config.requestTimeout().toNanos());
        return Math.max(MIN_TICK_NS, Math.min(MAX_TICK_NS, shortest / 8));
    }

    /** Takes an operation; any thread, never blocks. */
    public void submit(Operation operation) {
        submit(operation, operation);
    }

    @Override
    public void submit(Operation first, Operation last) {
        queue.offer(first, last);
        signal();
    }

    @Override
    public void execute(Runnable task) {
        countWakeup();
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    private void countWakeup() {
        if (!loop.inEventLoop()) {
            context.counters.add(Counter.WAKEUPS, 1);
        }
    }

    /** Has the loop look at the queue, once for however many were offered. */
    void signal() {
        if (!isSignalled.get() && isSignalled.compareAndSet(false, true)) {
            countWakeup();
            try {
                loop.execute(drainTask);
            } catch (RejectedExecutionException e) {
                // The client was closed under the caller. Its loop will not look again; when it has ended, nobody else
                // takes from the queue, and what is in it can be failed.
                isSignalled.set(false);
                loop.terminationFuture().addListener(ended -> failQueued());
            }
        }
    }

    private synchronized void failQueued() {
        for (Operation operation = queue.poll(); operation != null; operation = queue.poll()) {
            operation.fail(closedError(operation));
            operation.dequeued();
        }
    }

    private void drain() {
        isSignalled.set(false);
        nowNs = context.clockNs.getAsLong();
        for (Operation operation = queue.poll(); operation != null; operation = queue.poll()) {
            operation.acceptedNs = nowNs;
            (operation instanceof Call ? calls : transfers).add(operation);
        }
        pump();
    }

    /** Sends what the window has room for, or brings about a connection. */
    void pump() {
        switch (state) {
            case READY -> ready().pump(nowNs);
            case IDLE -> {
                if (isWaiting() || opening.isNeeded()) {
                    connectAnew();
                }
            }
            case CLOSED -> failWaiting(this::closedError);
            default -> {}
        }
        keepTicking();
    }

    private Connection ready() {
        if (connection == null) {
            throw new IllegalStateException("no connection in state " + state);
        }
        return connection;
    }

    private boolean isWaiting() {
        return !calls.isEmpty() || !transfers.isEmpty();
    }

    /** The next operation that may be sent, or null; abandoned ones are taken out on the way. */
    @Nullable
    Operation nextWaiting(boolean callsOnly) {
        Operation call = firstAlive(calls);
        return call != null || callsOnly ? call : firstAlive(transfers);
    }

    private static @Nullable Operation firstAlive(OperationList list) {
        Operation first = list.peek();
        while (first != null && first.isAbandoned()) {
            list.removeFirst();
            first.dequeued();
            first = list.peek();
        }
        return first;
    }

    /** All of what {@link #nextWaiting} gave has been sent. */
    void sent(Operation operation) {
        (operation instanceof Call ? calls : transfers).removeFirst();
        operation.dequeued();
    }

    /** Pumps again when bounce memory is free. */
    void awaitBounce() {
        if (awaitsBounce.compareAndSet(false, true)) {
            context.bouncePool.awaitFree(this::bounceFree);
            if (context.bouncePool.isAvailable()) {
                bounceFree();
            }
        }
    }

    private void bounceFree() {
        awaitsBounce.set(false);
        signal();
    }

    private void connectAnew() {
        try {
            candidates = addressBook.addresses();
        } catch (RuntimeException e) {
            failWaiting(new StriaException(
                    ErrorCode.UNREACHABLE,
                    service + " cannot be reached: its address is not known (" + e.getMessage() + ")",
                    e));
            return;
        }
        candidate = 0;
        redirects = 0;
        connect();
    }

    private void connect() {
        state = State.CONNECTING;
        InetSocketAddress address = candidates.get(candidate);
        Connection attempt = new Connection(this, context, address);
        connection = attempt;
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channelFactory(context.loops.channels())
                .resolver(HostNames.OF_SYSTEM)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(context.config.connectTimeout().toMillis() + 1, Integer.MAX_VALUE))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.config().setRecvByteBufAllocator(attempt.allocator());
                        channel.pipeline().addLast(attempt);
                    }
                })
                .connect(address);
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                connectFailed(attempt, done.cause());
            }
        });
    }

    /** The server has greeted; it keeps what the client holds for the session timeout, for ever if that is 0. */
    void connected(Connection ready, int sessionTimeoutMs) {
        if (state == State.CLOSED) {
            ready.close();
            return;
        }
        state = State.READY;
        backoff.limit(
                sessionTimeoutMs > 0
                        ? TimeUnit.MILLISECONDS.toNanos(sessionTimeoutMs) / ATTEMPTS_PER_SESSION_TIMEOUT
                        : Long.MAX_VALUE);
        LOG.debug("connected service={} address={}", service, Connection.hostAndPort(ready.address()));
        nowNs = context.clockNs.getAsLong();
        List<Call> first = opening.calls();
        first.forEach(call -> call.acceptedNs = nowNs);
        calls.addFirst(first);
        pump();
    }

    /** The server says that another one serves this. */
    void redirected(Connection from, String address) {
        if (connection != from || state == State.CLOSED) {
            return;
        }
        if (++redirects > MAX_REDIRECTS) {
            connectFailed(
                    from,
                    new StriaException(
                            ErrorCode.UNREACHABLE,
                            service + " not found: the servers send each other's clients round in a circle, last from "
                                    + Connection.hostAndPort(from.address()) + " to " + address
                                    + "; check their --join options"));
            return;
        }
        try {
            candidates = List.of(AddressBook.parse(address));
        } catch (IllegalArgumentException e) {
            connectFailed(
                    from,
                    new StriaException(
                            ErrorCode.UNREACHABLE,
                            service + " not found: " + Connection.hostAndPort(from.address())
                                    + " sends its clients to no place (" + e.getMessage() + ")",
                            e));
            return;
        }
        connection = null;
        candidate = 0;
        connect();
    }

    /** No connection came about. */
    void connectFailed(Connection attempt, Throwable cause) {
        if (connection != attempt || state == State.CLOSED) {
            return;
        }
        connection = null;
        if (attempt.isOvertaken()) {
            connect();
            return;
        }
        if (++candidate < candidates.size()) {
            connect();
            return;
        }
        StriaException unreachable = cause instanceof StriaException known
                ? known
                : new StriaException(
                        ErrorCode.UNREACHABLE,
                        service + " cannot be reached at " + Connection.hostAndPort(attempt.address()) + " ("
                                + SocketErrors.reason(cause) + "): "
                                + (cause instanceof UnknownHostException
                                        ? "check the host's name"
                                        : "is the server running there?"),
                        cause);
        failWaiting(unreachable);
        addressBook.unreachable();
        pause();
    }

    /** A connection that was ready is gone; its RPCs have been failed. */
    void connectionLost(Connection lost, String reason) {
        if (connection != lost) {
            return;
        }
        connection = null;
        if (state == State.CLOSED) {
            return;
        }
        context.counters.add(Counter.CONNECTIONS_LOST, 1);
        LOG.info(
                "connection lost service={} address={} reason=\"{}\"",
                service,
                Connection.hostAndPort(lost.address()),
                reason);
        removeAbandoned();
        pause();
    }

    private void pause() {
        state = State.PAUSING;
        loop.schedule(this::endPause, backoff.nextPauseNs(), TimeUnit.NANOSECONDS);
    }

    private void endPause() {
        if (state == State.PAUSING) {
            state = State.IDLE;
            pump();
        }
    }

    private void failWaiting(StriaException cause) {
        failWaiting(operation -> cause);
    }

    private void failWaiting(Function<Operation, StriaException> cause) {
        failAll(calls, cause);
        failAll(transfers, cause);
    }

    private static void failAll(OperationList list, Function<Operation, StriaException> cause) {
        for (Operation first = list.peek(); first != null; first = list.peek()) {
            list.removeFirst();
            first.fail(cause.apply(first));
            first.dequeued();
        }
    }

    private void keepTicking() {
        if (!isTicking && state != State.CLOSED && (isWaiting() || state == State.CONNECTING || isBusy())) {
            isTicking = true;
            loop.schedule(this::tick, tickNs, TimeUnit.NANOSECONDS);
        }
    }

    private boolean isBusy() {
        return connection != null && connection.isBusy();
    }

    private void tick() {
        isTicking = false;
        nowNs = context.clockNs.getAsLong();
        expire(calls);
        expire(transfers);
        removeAbandoned();
        if (connection != null) {
            connection.tick(nowNs);
        }
        pump();
    }

    /** Ends what was cancelled, or has failed elsewhere, although its turn to be sent has not come. */
    private void removeAbandoned() {
        calls.removeAbandoned();
        transfers.removeAbandoned();
    }

    private void expire(OperationList list) {
        for (Operation first = list.peek(); first != null && isOverdue(first); first = list.peek()) {
            list.removeFirst();
            first.expire(timeout(first));
            first.dequeued();
        }
    }

    boolean isOverdue(Operation operation) {
        return nowNs - operation.acceptedNs >= requestTimeoutNs;
    }

    /** What is left of an operation's time, for the server. */
    int remainingMs(Operation operation) {
        long leftNs = requestTimeoutNs - (nowNs - operation.acceptedNs);
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, leftNs / 1_000_000));
    }

    StriaException timeout(Operation operation) {
        return new StriaException(
                ErrorCode.TIMEOUT,
                operation.verb() + " timed out after "
                        + context.config.requestTimeout().toMillis() + " ms (" + where() + ", " + operation.subject()
                        + "): is the server running, and does its storage answer?");
    }

    private StriaException closedError(Operation operation) {
        return new StriaException(
                ErrorCode.CLOSED,
                operation.verb() + " failed: the client was closed before it was sent (" + where() + ", "
                        + operation.subject() + "): connect again");
    }

    private String where() {
        Connection present = connection;
        String address = present == null ? "" : ", address=" + Connection.hostAndPort(present.address());
        return "service=" + service + address;
    }

    /** The clock, as read at the begin of this turn of the loop. */
    long nowNs() {
        return nowNs;
    }

    /** A new turn: one clock reading for all that happens in it. */
    long readClock() {
        nowNs = context.clockNs.getAsLong();
        return nowNs;
    }

    String service() {
        return service;
    }

    int serviceNumber() {
        return serviceNumber;
    }

    LaneGroup group() {
        return group;
    }

    int window() {
        return window;
    }

    RpcStats readStats() {
        return readStats;
    }

    RpcStats writeStats() {
        return writeStats;
    }

    /** Where it is connected or was tried last. */
    public String address() {
        Connection present = connection;
        return Connection.hostAndPort(
                present != null ? present.address() : addressBook.addresses().get(0));
    }

    /** Fails what waits or is in flight and closes the connection; any thread. */
    public CompletableFuture<Void> closeAsync() {
        try {
            loop.execute(() -> {
                state = State.CLOSED;
                if (connection != null) {
                    connection.close();
                }
                failWaiting(this::closedError);
                closed.complete(null);
            });
        } catch (RejectedExecutionException e) {
            closed.complete(null);
        }
        return closed;
    }
}
