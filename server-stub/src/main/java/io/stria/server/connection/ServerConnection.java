package io.stria.server.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.store.ObjectStore;
import io.stria.wire.FrameReceiver;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import io.stria.wire.MessageBuffer;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.ProtocolException;
import io.stria.wire.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection. The greeting binds it to a target or to the namespace; then requests come in, payload straight
 * into page-aligned memory at the phase of its object offset, and go to the store; what the store has ended comes back
 * through {@link #ended}, and the reply leaves. Confined to its event loop except where said.
 */
public final class ServerConnection extends FrameReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);
    /** Requests kept beyond the window: calls outside it, and replies the transport has not let go of yet. */
    private static final int SPARE_REQUESTS = 4;

    private final Services services;
    private final ConnectionLimits limits;
    private final PayloadPool pool;
    private final Succession succession;
    private final boolean isAddressed;
    private final boolean isTooMany;
    private final MessageBuffer message = new MessageBuffer();
    private final ArrayDeque<ServerRequest> free = new ArrayDeque<>();
    private final AtomicBoolean isSignalled = new AtomicBoolean();
    private final Runnable drainTask = this::drain;
    private final Runnable resumeTask = this::resumeReading;

    private MpscAtomicArrayQueue<ServerRequest> ended = new MpscAtomicArrayQueue<>(2);
    private @Nullable ChannelHandlerContext channel;
    private @Nullable EventLoop loop;
    private Succession.@Nullable Place place;
    private boolean isGreeted;
    private boolean isNamespace;
    private boolean isGone;
    private boolean needsFlush;
    /** Replies that were written and not let go of by the transport. */
    private int repliesLeaving;

    private long repliesGone;
    private long progressSeen;
    private long session;
    private int requestCount;
    private int maxRpcBytes;
    private @Nullable ObjectStore store;
    private int alignmentMask;
    /** The request whose payload is coming in. */
    private @Nullable ServerRequest incoming;
    /** Why the frame coming in is refused, its payload being discarded. */
    private @Nullable StriaException refusal;

    /**
     * Makes the handler of a new channel.
     *
     * @param isAddressed whether the transport wants memory addresses
     * @param isTooMany whether there were as many as there may be already
     */
    public ServerConnection(
            Services services,
            ConnectionLimits limits,
            PayloadPool pool,
            Succession succession,
            boolean isAddressed,
            boolean isTooMany) {
        super(isAddressed);
        this.services = services;
        this.limits = limits;
        this.pool = pool;
        this.succession = succession;
        this.isAddressed = isAddressed;
        this.isTooMany = isTooMany;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        channel = active;
        loop = active.channel().eventLoop();
        watchProgress(active);
    }

    /** A peer that does not greet, send the rest of a frame or take its replies must not hold memory for ever. */
    private void watchProgress(ChannelHandlerContext context) {
        context.executor().schedule(() -> checkProgress(context), limits.stallTimeoutMs(), TimeUnit.MILLISECONDS);
    }

    private void checkProgress(ChannelHandlerContext context) {
        if (isGone) {
            return;
        }
        if (!isGreeted) {
            closeBecause(context, "no greeting within " + limits.stallTimeoutMs() + " ms");
            return;
        }
        long progress = bytesReceived() + repliesGone;
        if (progress == progressSeen && (isHeaderBegun() || incoming != null || repliesLeaving > 0)) {
            closeBecause(context, "peer neither sends nor takes a byte for " + limits.stallTimeoutMs() + " ms");
            return;
        }
        progressSeen = progress;
        watchProgress(context);
    }

    private static void closeBecause(ChannelHandlerContext context, String why) {
        LOG.warn("closing connection remote={} reason=\"{}\"", context.channel().remoteAddress(), why);
        context.close();
    }

    private ChannelHandlerContext channel() {
        if (channel == null) {
            throw new IllegalStateException("channel is not active yet");
        }
        return channel;
    }

    // --- receiving ---

    @Override
    protected Disposition frameStarted(Header header) throws ProtocolException {
        incoming = null;
        refusal = null;
        if (header.isReply()) {
            throw new ProtocolException("a reply where a request is due: " + header);
        }
        if (!isGreeted) {
            if (place != null || header.opcode != Opcode.HELLO || (header.flags & Header.MANDATORY_FLAGS) != 0) {
                throw new ProtocolException(
                        "not the one greeting, of a kind this version knows, that is due: " + header);
            }
            message.begin(header);
            return Disposition.RECEIVE;
        }
        if (header.version != Header.VERSION) {
            throw new ProtocolException("version " + header.version + " after agreeing on " + Header.VERSION);
        }
        int limit = header.opcode == Opcode.WRITE ? maxRpcBytes : Header.MAX_MESSAGE_BYTES;
        if (header.payloadLength < 0 || header.payloadLength > limit) {
            throw new ProtocolException("payload out of bounds 0 to " + limit + " in " + header);
        }
        if ((header.flags & Header.MANDATORY_FLAGS) != 0) {
            return refuse(header, "unknown mandatory flags " + header.flags);
        }
        if (Opcode.isData(header.opcode) && store != null) {
            return dataStarted(header);
        }
        takeRequest(header);
        message.begin(header);
        return Disposition.RECEIVE;
    }

    private Disposition refuse(Header header, String why) throws ProtocolException {
        refusal = new StriaException(ErrorCode.UNSUPPORTED, why);
        takeRequest(header);
        return Disposition.DISCARD;
    }

    private Disposition dataStarted(Header header) throws ProtocolException {
        boolean isWrite = header.opcode == Opcode.WRITE;
        if (header.length < 1
                || header.length > maxRpcBytes
                || header.payloadLength != (isWrite ? header.length : 0)
                || header.objectOffset < 0
                || header.objectOffset > Long.MAX_VALUE - header.length
                || header.stripe < 0) {
            throw new ProtocolException("range out of bounds in " + header);
        }
        PayloadBuffer buffer = pool.acquire((int) header.length);
        if (buffer == null) {
            if (!pool.awaitFree(resumeTask)) {
                throw new ProtocolException("too many connections wait for payload memory");
            }
            buffer = pool.acquire((int) header.length); // one may have been given back meanwhile
            if (buffer == null) {
                return Disposition.PAUSE;
            }
        }
        ServerRequest request;
        try {
            request = takeRequest(header);
        } catch (ProtocolException e) {
            pool.release(buffer);
            throw e;
        }
        request.payload = buffer;
        request.memory = buffer.memory;
        request.phase = (int) (header.objectOffset & alignmentMask);
        request.wantsCrc = !isWrite && header.hasPayloadCrc();
        return Disposition.RECEIVE;
    }

    private ServerRequest takeRequest(Header header) throws ProtocolException {
        ServerRequest request = free.poll();
        if (request == null) {
            throw new ProtocolException("more requests in flight than the window allows, with " + header);
        }
        request.reply.replyTo(header);
        request.fileId = header.fileId;
        request.stripe = header.stripe;
        request.objectOffset = header.objectOffset;
        request.length = (int) header.length;
        request.objectSize = header.objectSize;
        incoming = request;
        return request;
    }

    @Override
    protected void nextPiece(MemoryBuf piece, int at, int limit) {
        ServerRequest request = incoming;
        if (request != null && request.payload != null) {
            PayloadBuffer payload = request.payload;
            piece.set(payload.memory, payload.address(isAddressed), request.phase + at, limit);
        } else {
            message.nextPiece(piece, addressOf(message.memory()), at, limit);
        }
    }

    @Override
    protected void payloadArrived(int at, int from, int count) {
        ServerRequest request = incoming;
        if (request != null && request.payload != null && header.hasPayloadCrc()) {
            request.sum(at, count);
        }
    }

    @Override
    protected void frameComplete(Header header) throws ProtocolException {
        ServerRequest request = incoming;
        incoming = null;
        if (!isGreeted) {
            greet(header, message.take(header.payloadLength));
        } else if (request != null && refusal != null) {
            request.error = refusal;
            finish(request);
        } else if (request != null) {
            start(request, header);
        }
    }

    private void start(ServerRequest request, Header header) throws ProtocolException {
        ObjectStore objects = store;
        Services.NamespaceHandler namespace = services.namespace();
        if (header.opcode == Opcode.PING) {
            finish(request);
        } else if (objects != null) {
            startOnStore(objects, request, header);
        } else if (isNamespace && namespace != null) {
            startOnNamespace(namespace, request, header);
        } else {
            unsupported(request, header);
        }
    }

    private void startOnStore(ObjectStore objects, ServerRequest request, Header header) throws ProtocolException {
        switch (header.opcode) {
            case Opcode.WRITE -> {
                if (header.hasPayloadCrc() && request.sum() != header.payloadCrc) {
                    request.error = new StriaException(
                            ErrorCode.CHECKSUM_MISMATCH, "payload damaged on its way or changed while it was sent");
                    finish(request);
                } else {
                    objects.write(request);
                }
            }
            case Opcode.READ -> objects.read(request);
            case Opcode.SYNC -> objects.sync(request);
            case Opcode.TRUNCATE -> {
                if (request.objectSize < 0) {
                    throw new ProtocolException("negative size in " + header);
                }
                objects.truncate(request);
            }
            case Opcode.SIZE -> objects.size(request);
            case Opcode.SPACE -> objects.space(request);
            default -> unsupported(request, header);
        }
    }

    private void unsupported(ServerRequest request, Header header) {
        request.error = new StriaException(
                ErrorCode.UNSUPPORTED,
                "operation " + header.opcode + " is not offered by this " + (isNamespace ? "namespace" : "target"));
        finish(request);
    }

    private void startOnNamespace(Services.NamespaceHandler namespace, ServerRequest request, Header header) {
        byte[] body = message.take(header.payloadLength);
        try {
            namespace.handle(header, body, session).whenComplete((reply, failure) -> {
                request.body = reply;
                request.error = failure == null ? null : asStria(failure);
                ended(request);
            });
        } catch (StriaException e) {
            request.error = e;
            finish(request);
        }
    }

    private static StriaException asStria(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof StriaException stria) {
            return stria;
        }
        LOG.error("namespace request failed unexpectedly", cause);
        return new StriaException(ErrorCode.INTERNAL, "unexpected failure: " + cause, cause);
    }

    // --- greeting ---

    private void greet(Header header, byte[] body) throws ProtocolException {
        Messages.Hello hello = Messages.read(Unpooled.wrappedBuffer(body), Messages.Hello::read);
        if (hello.minVersion() > Header.VERSION || hello.maxVersion() < Header.VERSION) {
            refuseGreeting(
                    header,
                    ErrorCode.VERSION_MISMATCH,
                    "client speaks protocol versions " + hello.minVersion() + " to " + hello.maxVersion()
                            + ", this server " + Header.VERSION + ": use client and server of the same release");
            return;
        }
        if (isTooMany) {
            refuseGreeting(
                    header,
                    ErrorCode.BUSY,
                    "it has " + limits.maxConnections() + " connections, as many as it takes: close other clients, or"
                            + " start it with a larger --max-connections");
            return;
        }
        String redirect = "";
        isNamespace = hello.service() == Messages.NAMESPACE_SERVICE;
        if (isNamespace) {
            redirect = services.namespaceAddress();
        } else {
            store = services.target(hello.service());
            if (store == null) {
                refuseGreeting(header, ErrorCode.NOT_FOUND, "target " + hello.service() + " is not on this server");
                return;
            }
            alignmentMask = store.alignment() - 1;
        }
        int window = Math.max(1, Math.min(hello.window(), limits.maxWindow()));
        maxRpcBytes = Math.max(64 << 10, Math.min(hello.maxRpcBytes(), limits.maxRpcBytes()));
        makeRequests(2 * window + SPARE_REQUESTS);
        session = hello.session();
        Messages.HelloReply granted = new Messages.HelloReply(
                Header.VERSION,
                0,
                services.verifier(),
                maxRpcBytes,
                window,
                alignmentMask + 1,
                sessionTimeoutMs(),
                redirect);
        Header answer = new Header().replyTo(header);
        ChannelHandlerContext mine = channel();
        Succession.Place entered = succession.enter(hello, mine::close);
        if (entered == null) {
            mine.close();
            return;
        }
        place = entered;
        CompletableFuture<Void> turn = entered.turn();
        if (turn.isDone()) {
            greeted(answer, granted);
        } else {
            turn.thenRunAsync(() -> greetedLate(answer, granted), mine.executor());
        }
    }

    private int sessionTimeoutMs() {
        Services.NamespaceHandler namespace = services.namespace();
        return isNamespace && namespace != null ? namespace.sessionTimeoutMs() : 0;
    }

    private void greetedLate(Header answer, Messages.HelloReply granted) {
        if (!isGone) {
            greeted(answer, granted);
            flush();
        }
    }

    private void greeted(Header answer, Messages.HelloReply granted) {
        isGreeted = true;
        Services.NamespaceHandler namespace = services.namespace();
        if (isNamespace && namespace != null) {
            namespace.connected(session);
        }
        reply(answer, Status.OK, granted);
    }

    private void refuseGreeting(Header header, ErrorCode code, String why) {
        LOG.info("greeting refused remote={} reason=\"{}\"", channel().channel().remoteAddress(), why);
        reply(new Header().replyTo(header), Status.of(code), new Messages.ErrorText(why));
        channel().flush();
        channel().close();
    }

    private void makeRequests(int count) {
        requestCount = count;
        ByteBuffer headers = ByteBuffer.allocateDirect(count * Header.BYTES);
        long address = addressOf(headers);
        for (int i = 0; i < count; i++) {
            free.add(new ServerRequest(this, headers, address, i));
        }
        ended = new MpscAtomicArrayQueue<>(count);
    }

    private void reply(Header reply, int status, Messages.Body body) {
        byte[] bytes = body.toBytes();
        reply.status = status;
        reply.payloadLength = bytes.length;
        ByteBuf frame = Unpooled.directBuffer(Header.BYTES + bytes.length);
        reply.encode(frame);
        channel().write(frame.writeBytes(bytes), channel().voidPromise());
        needsFlush = true;
    }

    // --- replying ---

    /** The store or the namespace has ended a request; any thread. */
    void ended(ServerRequest request) {
        EventLoop mine = loop;
        if (mine != null && mine.inEventLoop()) {
            finish(request);
            if (!isReading()) {
                flush();
            }
            return;
        }
        ended.offer(request); // never full: it holds as many as there are requests
        if (mine != null && !isSignalled.get() && isSignalled.compareAndSet(false, true)) {
            mine.execute(drainTask);
        }
    }

    private void drain() {
        isSignalled.set(false);
        for (ServerRequest request = ended.poll(); request != null; request = ended.poll()) {
            finish(request);
        }
        flush();
    }

    /** Writes the reply; the request is free when the transport has let go of it. */
    private void finish(ServerRequest request) {
        if (isGone) {
            free(request);
            return;
        }
        ChannelHandlerContext to = channel();
        Header reply = request.reply;
        StriaException error = request.error;
        byte[] body = request.body;
        request.sendsInFlight = 1; // held until all of it is written
        repliesLeaving++;
        if (error != null) {
            reply.status = Status.of(error.code());
            body = new Messages.ErrorText(String.valueOf(error.getMessage())).toBytes();
        }
        reply.objectSize = request.objectSize;
        if (reply.opcode == Opcode.SPACE && error == null) {
            body = new Messages.Space(request.totalBytes, request.usableBytes).toBytes();
        }
        boolean hasPayload = error == null && reply.opcode == Opcode.READ && request.transferred > 0;
        reply.payloadLength = hasPayload ? request.transferred : body == null ? 0 : body.length;
        if (hasPayload && request.wantsCrc) {
            reply.flags |= Header.FLAG_PAYLOAD_CRC;
            reply.payloadCrc = request.payloadCrc;
        }
        reply.encode(request.headerBuf());
        request.sendsInFlight++;
        to.write(request.headerBuf(), to.voidPromise());
        PayloadBuffer payload = request.payload;
        if (hasPayload && payload != null) {
            request.payloadBuf()
                    .set(payload.memory, payload.address(isAddressed), request.phase, request.transferred)
                    .writerIndex(request.transferred);
            request.sendsInFlight++;
            to.write(request.payloadBuf(), to.voidPromise());
        } else if (body != null && body.length > 0) {
            request.sendsInFlight++; // its memory is not the request's, but who does not take it must be noticed
            to.write(Unpooled.directBuffer(body.length).writeBytes(body)).addListener(sent -> sendReleased(request));
        }
        needsFlush = true;
        sendReleased(request);
    }

    /** The transport has let go of a buffer of the request. */
    void sendReleased(ServerRequest request) {
        if (--request.sendsInFlight == 0) {
            repliesLeaving--;
            repliesGone++;
            free(request);
        }
    }

    private void free(ServerRequest request) {
        PayloadBuffer payload = request.payload;
        request.clear();
        free.push(request);
        if (payload != null) {
            pool.release(payload);
        }
        leaveIfDone();
    }

    private void flush() {
        if (needsFlush) {
            needsFlush = false;
            channel().flush();
        }
    }

    @Override
    protected void turnComplete(ChannelHandlerContext context) {
        flush();
    }

    /** Payload memory has come free; any thread. */
    private void resumeReading() {
        EventLoop mine = loop;
        if (mine != null) {
            mine.execute(() -> {
                if (!isGone) {
                    resume(channel());
                }
            });
        }
    }

    // --- ending ---

    @Override
    protected void protocolBroken(ChannelHandlerContext context, ProtocolException cause) {
        LOG.warn("closing connection remote={} reason=\"{}\"", context.channel().remoteAddress(), cause.getMessage());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("connection error remote={}", context.channel().remoteAddress(), cause);
        } else {
            LOG.error("closing connection remote={}", context.channel().remoteAddress(), cause);
        }
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isGone = true;
        ServerRequest request = incoming;
        incoming = null;
        if (request != null) {
            free(request);
        }
        Services.NamespaceHandler namespace = services.namespace();
        if (isGreeted && isNamespace && namespace != null) {
            namespace.disconnected(session);
        }
        leaveIfDone();
    }

    private void leaveIfDone() {
        Succession.Place mine = place;
        if (isGone && mine != null && free.size() == requestCount) {
            mine.leave();
        }
    }
}
