package io.stria.impl.target;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.transfer.Call;
import io.stria.impl.transfer.Operation;
import io.stria.impl.transfer.Transfer;
import io.stria.wire.FrameReceiver;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import io.stria.wire.MessageBuffer;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.ProtocolException;
import io.stria.wire.Status;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A live connection to one service: its window of RPCs, and what goes out and comes in. Greets first; then, as long as
 * slots are free and operations wait, cuts RPCs, and flushes once when no more can leave. Replies free their slots, and
 * the end of a turn of reading fills them again. Confined to its event loop.
 */
final class Connection extends FrameReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    /** Slots beyond the window that only calls may use, so that a full window never holds up a sync. */
    private static final int CALL_SLOTS = 2;

    private final Lane lane;
    private final TargetContext context;
    private final InetSocketAddress address;
    private final PayloadSender sender;
    private final MessageBuffer message = new MessageBuffer();
    private final Header out = new Header();

    private @Nullable ChannelHandlerContext channel;
    private @Nullable StriaException cause;
    private boolean isGreeting;
    /** Of its lane's group; none before it greets. */
    private int turn = -1;

    private boolean isReady;
    private Rpc[] rpcs = {};
    private int[] freeSlots = {};
    private int freeCount;
    private int maxRpcBytes;
    private long nextRequestId = 1;
    /** The RPC whose reply is coming in, null if nobody waits for it. */
    private @Nullable Rpc incoming;

    private boolean clockIsRead;
    private final long startedNs;
    private int reads;
    private int writes;
    /** RPCs in flight that belong to large reads, however small their own part is. */
    private int largeReads;
    /** RPCs in flight whose answers have not come. */
    private int unanswered;

    private int readsLeft;
    private int writesLeft;
    private long reportedBytesCopied;

    Connection(Lane lane, TargetContext context, InetSocketAddress address) {
        super(context.loops.isAddressed());
        this.lane = lane;
        this.context = context;
        this.address = address;
        this.sender = new PayloadSender(this, context);
        this.startedNs = context.clockNs.getAsLong();
    }

    InetSocketAddress address() {
        return address;
    }

    static String hostAndPort(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    boolean isBusy() {
        return freeCount < rpcs.length;
    }

    /** Whether a connection beside it was lost since it greeted. */
    boolean isOvertaken() {
        return turn >= 0 && turn != lane.group().turn();
    }

    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    // --- greeting ---

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        channel = added; // from here on it can be closed, also while it connects
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        isGreeting = true;
        turn = lane.group().turn();
        Messages.Hello hello = new Messages.Hello(
                Header.VERSION,
                Header.VERSION,
                0,
                context.session,
                lane.serviceNumber(),
                context.config.maxRpcBytes(),
                lane.window(),
                lane.group().id(),
                turn);
        byte[] body = hello.toBytes();
        Rpc.SendBuf headerBuf = new Rpc.SendBuf(this, true);
        ByteBuffer memory = ByteBuffer.allocateDirect(Header.BYTES);
        headerBuf.set(memory, addressOf(memory), 0, Header.BYTES);
        out.clear();
        out.opcode = Opcode.HELLO;
        out.payloadLength = body.length;
        out.encode(headerBuf);
        active.write(headerBuf, active.voidPromise());
        active.writeAndFlush(Unpooled.directBuffer(body.length).writeBytes(body), active.voidPromise());
    }

    private void greeted(Header reply, byte[] body) throws ProtocolException {
        if (reply.status != Status.OK) {
            String text = Messages.read(Unpooled.wrappedBuffer(body), Messages.ErrorText::read)
                    .text();
            // Not there, or not there yet, as while a server starts: that is out of reach, not a file that is missing.
            ErrorCode code = Status.code(reply.status);
            fail(new StriaException(
                    code == ErrorCode.NOT_FOUND ? ErrorCode.UNREACHABLE : code,
                    lane.service() + " at " + hostAndPort(address) + " refused: " + text));
            return;
        }
        Messages.HelloReply granted = Messages.read(Unpooled.wrappedBuffer(body), Messages.HelloReply::read);
        if (!granted.redirect().isEmpty()) {
            lane.redirected(this, granted.redirect());
            close();
            return;
        }
        if (granted.version() != Header.VERSION) {
            fail(new StriaException(
                    ErrorCode.VERSION_MISMATCH,
                    lane.service() + " at " + hostAndPort(address) + " answers in protocol version " + granted.version()
                            + ", this client speaks " + Header.VERSION
                            + ": use client and server of the same release"));
            return;
        }
        if (granted.window() < 1 || granted.maxRpcBytes() < 64 << 10) {
            throw new ProtocolException(
                    "server grants a window of " + granted.window() + " RPCs of " + granted.maxRpcBytes() + " bytes");
        }
        maxRpcBytes = Math.min(context.config.maxRpcBytes(), granted.maxRpcBytes());
        makeSlots(Math.min(lane.window(), granted.window()) + CALL_SLOTS);
        isGreeting = false;
        isReady = true;
        lane.connected(this, granted.sessionTimeoutMs());
    }

    private void makeSlots(int count) {
        ByteBuffer headers = ByteBuffer.allocateDirect(count * Header.BYTES);
        long headersAddress = addressOf(headers);
        rpcs = new Rpc[count];
        freeSlots = new int[count];
        for (int i = 0; i < count; i++) {
            Rpc.SendBuf headerBuf = new Rpc.SendBuf(this, true);
            headerBuf.set(headers, headersAddress, i * Header.BYTES, Header.BYTES);
            rpcs[i] = new Rpc(i, headerBuf);
            headerBuf.rpc = rpcs[i];
            freeSlots[i] = count - 1 - i;
        }
        freeCount = count;
    }

    // --- sending ---

    /** Sends what there is room for and flushes once. */
    void pump(long nowNs) {
        if (!isReady || channel == null) {
            return;
        }
        if (isOvertaken()) {
            fail(new StriaException(
                    ErrorCode.UNKNOWN_OUTCOME,
                    "connection to " + lane.service() + " at " + hostAndPort(address)
                            + " is given up after another one to it was lost: what was in flight may or may not have"
                            + " been applied"));
            return;
        }
        try {
            int sent = sendWaiting(channel, nowNs);
            if (sent > 0) {
                flush(channel, sent);
            }
        } catch (RuntimeException e) {
            LOG.error("closing connection service={} address={}", lane.service(), hostAndPort(address), e);
            fail(new StriaException(ErrorCode.INTERNAL, "sending failed unexpectedly: " + e, e));
        }
    }

    private int sendWaiting(ChannelHandlerContext to, long nowNs) {
        int sent = 0;
        while (freeCount > 0) {
            Operation operation = lane.nextWaiting(freeCount <= CALL_SLOTS);
            if (operation == null) {
                break;
            }
            Rpc rpc = rpcs[freeSlots[freeCount - 1]];
            if (operation instanceof Transfer transfer) {
                if (!sendTransfer(to, rpc, transfer, nowNs)) {
                    lane.awaitBounce();
                    break;
                }
            } else {
                sendCall(to, rpc, (Call) operation, nowNs);
            }
            sent++;
        }
        return sent;
    }

    private void flush(ChannelHandlerContext to, int sent) {
        boolean windowFull = freeCount <= CALL_SLOTS;
        lane.readStats().flushed(readsLeft, windowFull);
        lane.writeStats().flushed(writesLeft, windowFull);
        readsLeft = 0;
        writesLeft = 0;
        context.counters.add(Counter.RPCS, sent);
        context.counters.add(Counter.FLUSHES, 1);
        to.flush();
    }

    /** False if there is no bounce memory for it now. */
    private boolean sendTransfer(ChannelHandlerContext to, Rpc rpc, Transfer transfer, long nowNs) {
        boolean isDirect = transfer.request().memory().isDirect();
        int length =
                transfer.nextLength(isDirect ? maxRpcBytes : Math.min(maxRpcBytes, context.bouncePool.chunkBytes()));
        if (!isDirect && !sender.prepareBounce(rpc)) {
            return false;
        }
        take(rpc, transfer, nowNs);
        rpc.objectOffset = transfer.nextOffset();
        rpc.length = length;
        rpc.cursor.set(transfer.cursor());
        transfer.cut(length);
        header(rpc);
        out.objectOffset = rpc.objectOffset;
        out.length = length;
        if (transfer.request().isWrite()) {
            writes++;
            writesLeft++;
            lane.writeStats().left(length, reads + writes);
            StriaException unreadable = sender.prepare(rpc, out);
            if (unreadable == null) {
                sender.send(to, rpc, out);
            } else {
                rpc.isAnswered = true;
                unanswered--;
                end(rpc, unreadable, 0);
                freeIfOver(rpc);
            }
        } else {
            reads++;
            readsLeft++;
            rpc.isOfLargeRead = isDirect && transfer.request().length() >= LARGE_PAYLOAD_BYTES;
            largeReads += rpc.isOfLargeRead ? 1 : 0;
            out.flags = context.config.checksum() ? Header.FLAG_PAYLOAD_CRC : 0;
            lane.readStats().left(length, reads + writes);
            sender.sendHeader(to, rpc, out);
        }
        if (transfer.isExhausted()) {
            lane.sent(transfer);
        }
        return true;
    }

    private void sendCall(ChannelHandlerContext to, Rpc rpc, Call call, long nowNs) {
        take(rpc, call, nowNs);
        call.sent();
        rpc.objectOffset = 0;
        rpc.length = 0;
        header(rpc);
        out.objectSize = call.objectSize();
        out.payloadLength = call.body().length;
        sender.sendHeader(to, rpc, out);
        if (call.body().length > 0) {
            to.write(Unpooled.directBuffer(call.body().length).writeBytes(call.body()), to.voidPromise());
        }
        lane.sent(call);
    }

    private void take(Rpc rpc, Operation operation, long nowNs) {
        freeCount--;
        rpc.operation = operation;
        rpc.generation++;
        rpc.sentNs = nowNs;
        rpc.isAnswered = false;
        rpc.isExpired = false;
        unanswered++;
    }

    private void header(Rpc rpc) {
        Operation operation = rpc.operation;
        out.clear();
        if (operation != null) {
            out.opcode = operation.opcode();
            out.fileId = operation.fileId();
            out.stripe = operation.stripe();
            out.deadlineMs = lane.remainingMs(operation);
        }
        out.requestId = nextRequestId++;
        out.slot = rpc.slot;
        out.generation = rpc.generation;
    }

    /** The transport has let go of a buffer. */
    void sendReleased(Rpc.SendBuf buf) {
        Rpc rpc = buf.rpc;
        if (rpc != null) {
            rpc.sendsInFlight--;
            if (!buf.isHeader) {
                sender.recycle(buf);
            }
            if (rpc.isAnswered) {
                freeIfOver(rpc);
                if (!isReading()) {
                    lane.signal(); // the end of a turn of reading, which fills the slot again, may have passed
                }
            }
        }
    }

    // --- receiving ---

    @Override
    protected Disposition frameStarted(Header header) throws ProtocolException {
        if (!header.isReply() || (header.flags & Header.MANDATORY_FLAGS) != 0) {
            throw new ProtocolException("unexpected flags in " + header);
        }
        if (header.payloadLength < 0) {
            throw new ProtocolException("negative payload length in " + header);
        }
        incoming = null;
        if (!isReady) {
            if (header.opcode != Opcode.HELLO) {
                throw new ProtocolException("first frame is no greeting: " + header);
            }
            message.begin(header);
            return Disposition.RECEIVE;
        }
        if (header.slot < 0 || header.slot >= rpcs.length) {
            throw new ProtocolException("no slot " + header.slot + " in " + header);
        }
        Rpc rpc = rpcs[header.slot];
        boolean isPayload = header.opcode == Opcode.READ && header.status == Status.OK;
        if (!rpc.matches(header)) {
            context.counters.add(Counter.LATE_REPLIES, 1);
            if (header.payloadLength > maxRpcBytes) {
                throw new ProtocolException("payload too long in " + header);
            }
            return Disposition.DISCARD;
        }
        if (header.opcode == Opcode.WRITE && header.status == Status.OK && header.payloadLength > 0) {
            throw new ProtocolException("payload in answer to a write: " + header);
        }
        incoming = rpc;
        if (!isPayload) {
            message.begin(header);
            return Disposition.RECEIVE;
        }
        if (header.payloadLength > rpc.length) {
            throw new ProtocolException("more payload than the " + rpc.length + " bytes asked for in " + header);
        }
        Operation operation = rpc.operation;
        return operation == null || operation.isAbandoned() ? Disposition.DISCARD : Disposition.RECEIVE;
    }

    /**
     * What was asked for is known here, so payload of a large read is not copied. While nothing is due the next frame
     * may be anything: io_uring has the memory given to it before that is asked for.
     */
    @Override
    protected boolean expectsLarge(boolean wasLarge) {
        return largeReads > 0 || unanswered == 0;
    }

    @Override
    protected void nextPiece(MemoryBuf piece, int at, int limit) {
        if (incoming != null && header.opcode == Opcode.READ && header.status == Status.OK) {
            sender.receivePiece(incoming, piece, at, limit);
        } else {
            message.nextPiece(piece, addressOf(message.memory()), at, limit);
        }
    }

    @Override
    protected void payloadArrived(int at, int from, int count) {
        Rpc rpc = incoming;
        if (rpc != null && rpc.error == null && header.opcode == Opcode.READ && header.hasPayloadCrc()) {
            rpc.error = sender.sum(rpc, from, count);
        }
    }

    @Override
    protected void frameComplete(Header header) throws ProtocolException {
        if (!isReady) {
            greeted(header, message.take(header.payloadLength));
            return;
        }
        Rpc rpc = incoming;
        incoming = null;
        if (rpc != null) {
            reportBytesCopied();
            answered(rpc, header);
        }
    }

    private void answered(Rpc rpc, Header reply) throws ProtocolException {
        if (!clockIsRead) {
            clockIsRead = true;
            lane.readClock();
        }
        Operation operation = rpc.operation;
        rpc.isAnswered = true;
        unanswered--;
        try {
            if (operation instanceof Transfer transfer) {
                transferAnswered(rpc, transfer, reply);
            } else if (operation instanceof Call call) {
                callAnswered(call, reply);
            }
        } catch (ProtocolException e) {
            rpc.error = e;
            if (operation instanceof Call call) {
                call.fail(e);
            }
            throw e;
        } finally {
            freeIfOver(rpc);
        }
    }

    private void callAnswered(Call call, Header reply) throws ProtocolException {
        byte[] body = message.take(reply.payloadLength);
        if (reply.status == Status.OK) {
            call.answered(new Call.Reply(reply.objectSize, body));
        } else {
            call.fail(refusal(call, reply.status, body));
        }
    }

    private void transferAnswered(Rpc rpc, Transfer transfer, Header reply) throws ProtocolException {
        boolean isWrite = transfer.request().isWrite();
        (isWrite ? lane.writeStats() : lane.readStats()).answered(lane.nowNs() - rpc.sentNs);
        if (reply.status != Status.OK) {
            end(rpc, refusal(transfer, reply.status, message.take(reply.payloadLength)), 0);
            return;
        }
        int moved = isWrite ? rpc.length : reply.payloadLength;
        StriaException damage = isWrite || transfer.isAbandoned() ? null : sender.received(rpc, reply);
        end(rpc, damage, damage == null ? moved : 0);
    }

    /** Remembers how an RPC of a transfer ended; tells the transfer when its memory is free as well. */
    private void end(Rpc rpc, @Nullable StriaException error, int moved) {
        rpc.error = error;
        rpc.moved = moved;
    }

    private StriaException refusal(Operation operation, int status, byte[] body) throws ProtocolException {
        String text = Messages.read(Unpooled.wrappedBuffer(body), Messages.ErrorText::read)
                .text();
        String subject = operation.subject();
        return new StriaException(
                Status.code(status),
                operation.verb() + " refused: " + text + " (" + lane.service() + " at " + hostAndPort(address)
                        + (text.contains(subject) ? "" : ", " + subject) + ")");
    }

    private void freeIfOver(Rpc rpc) {
        Operation operation = rpc.operation;
        if (rpc.sendsInFlight > 0 || operation == null) {
            return;
        }
        sender.releaseBounce(rpc);
        rpc.operation = null;
        rpc.cursor.clear();
        freeSlots[freeCount++] = rpc.slot;
        if (operation instanceof Transfer transfer) {
            boolean isWrite = transfer.request().isWrite();
            if (isWrite) {
                writes--;
            } else {
                reads--;
                largeReads -= rpc.isOfLargeRead ? 1 : 0;
            }
            if (rpc.error != null) {
                transfer.rpcFailed(rpc.error);
            } else {
                context.counters.add(isWrite ? Counter.BYTES_WRITTEN : Counter.BYTES_READ, rpc.moved);
                transfer.rpcEnded(rpc.objectOffset, rpc.length, rpc.moved);
            }
            rpc.error = null;
        }
    }

    /** Before the caller is told, who may look at the counter next. */
    private void reportBytesCopied() {
        long copied = bytesCopied();
        if (copied != reportedBytesCopied) {
            context.counters.add(Counter.BYTES_COPIED, copied - reportedBytesCopied);
            reportedBytesCopied = copied;
        }
    }

    @Override
    protected void turnComplete(ChannelHandlerContext ignored) {
        clockIsRead = false;
        if (isReady) {
            lane.pump();
        }
    }

    // --- ending ---

    /** Deadlines: tells callers whose time is up, gives the connection up if it does not answer. */
    void tick(long nowNs) {
        if (isGreeting && nowNs - startedNs >= context.config.connectTimeout().toNanos()) {
            fail(new StriaException(
                    ErrorCode.UNREACHABLE,
                    lane.service() + " at " + hostAndPort(address) + " does not greet within "
                            + context.config.connectTimeout().toMillis() + " ms: is it a Stria server, and running?"));
        }
        long rpcTimeoutNs = context.config.rpcTimeout().toNanos();
        for (Rpc rpc : rpcs) {
            Operation operation = rpc.operation;
            if (operation == null || rpc.isAnswered) {
                continue;
            }
            if (!rpc.isExpired && lane.isOverdue(operation)) {
                rpc.isExpired = true;
                lane.group().expired(turn);
                operation.expire(lane.timeout(operation));
            }
            if (nowNs - rpc.sentNs >= rpcTimeoutNs && cause == null) {
                fail(new StriaException(
                        ErrorCode.TIMEOUT,
                        "no answer from " + lane.service() + " at " + hostAndPort(address) + " within "
                                + context.config.rpcTimeout().toMillis()
                                + " ms: is the server running, and does its storage answer? what was in flight may or may"
                                + " not have been applied"));
            }
        }
    }

    private StriaException lost(boolean wasReady) {
        String where = lane.service() + " at " + hostAndPort(address);
        return wasReady
                ? new StriaException(
                        ErrorCode.UNKNOWN_OUTCOME,
                        "connection to " + where + " was lost: what was in flight may or may not have been applied")
                : new StriaException(
                        ErrorCode.UNREACHABLE,
                        where + " closed the connection without a greeting: is it a Stria server?");
    }

    private void fail(StriaException why) {
        if (cause == null) {
            cause = why;
        }
        close();
    }

    @Override
    protected void protocolBroken(ChannelHandlerContext ignored, ProtocolException broken) {
        LOG.warn(
                "closing connection service={} address={} reason=\"{}\"",
                lane.service(),
                hostAndPort(address),
                broken.getMessage());
        cause = new StriaException(
                ErrorCode.PROTOCOL_ERROR,
                lane.service() + " at " + hostAndPort(address) + " sent something that is no Stria protocol: "
                        + broken.getMessage(),
                broken);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext at, Throwable error) {
        LOG.debug("connection error service={} address={}", lane.service(), hostAndPort(address), error);
        if (cause == null) {
            StriaException why = lost(isReady);
            cause = new StriaException(why.code(), why.getMessage() + " (" + error.getMessage() + ")", error);
        }
        at.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        boolean wasReady = isReady;
        StriaException why = cause != null ? cause : lost(wasReady);
        isReady = false;
        if (wasReady) {
            lane.group().lost(turn);
        }
        for (Rpc rpc : rpcs) {
            Operation operation = rpc.operation;
            if (operation != null && !rpc.isAnswered) {
                rpc.isAnswered = true;
                rpc.error = why;
                if (operation instanceof Call call) {
                    call.fail(why);
                }
                freeIfOver(rpc);
            }
        }
        if (wasReady) {
            lane.connectionLost(this, String.valueOf(why.getMessage()));
        } else {
            lane.connectFailed(this, why);
        }
    }
}
