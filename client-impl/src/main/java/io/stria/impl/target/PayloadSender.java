package io.stria.impl.target;

import io.netty.channel.ChannelHandlerContext;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.impl.transfer.MemoryCursor;
import io.stria.impl.transfer.Transfer;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Moves payload between the memory of requests and a connection. Direct memory is sent from and received into where it
 * is, one window on it for each contiguous piece; heap memory goes through a chunk of bounce memory. Confined to the
 * event loop of its connection.
 */
final class PayloadSender {
    private final Connection connection;
    private final TargetContext context;
    private final boolean isChecksummed;
    private final CRC32C crc = new CRC32C();
    private final CRC32C receivedCrc = new CRC32C();
    /** Where the piece that is being received lies in the request's memory, or in the bounce chunk. */
    private int pieceSegment;

    private int pieceOffset;
    private final MemoryCursor walk = new MemoryCursor();
    /** Where a reply is being received; apart from the other walk, since sends happen between its pieces. */
    private final MemoryCursor receiving = new MemoryCursor();

    private final ArrayDeque<Rpc.SendBuf> freeBufs = new ArrayDeque<>();

    PayloadSender(Connection connection, TargetContext context) {
        this.connection = connection;
        this.context = context;
        this.isChecksummed = context.config.checksum();
    }

    /** Gives an RPC bounce memory; false if there is none now. */
    boolean prepareBounce(Rpc rpc) {
        if (rpc.bounce == null) {
            rpc.bounce = context.bouncePool.acquire();
        }
        return rpc.bounce != null;
    }

    void releaseBounce(Rpc rpc) {
        if (rpc.bounce != null) {
            context.bouncePool.release(rpc.bounce);
            rpc.bounce = null;
        }
    }

    /** Writes the header alone. */
    void sendHeader(ChannelHandlerContext to, Rpc rpc, Header header) {
        header.encode(rpc.headerBuf);
        rpc.sendsInFlight++;
        to.write(rpc.headerBuf, to.voidPromise());
    }

    /**
     * Looks at the payload before anything is written: copies it if it has to be, sums it up. The error if this thread
     * may not touch the memory.
     */
    @Nullable
    StriaException prepare(Rpc rpc, Header header) {
        header.payloadLength = rpc.length;
        try {
            if (rpc.bounce != null) {
                copy(rpc, rpc.bounce, rpc.length, true);
            }
            if (isChecksummed) {
                header.flags |= Header.FLAG_PAYLOAD_CRC;
                header.payloadCrc = checksum(rpc, rpc.length);
            }
            return null;
        } catch (RuntimeException e) {
            return untouchable(rpc, e);
        }
    }

    private static StriaException untouchable(Rpc rpc, RuntimeException cause) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                "memory cannot be used by the I/O thread (" + cause + ", "
                        + (rpc.operation == null ? "" : rpc.operation.subject())
                        + "): it must be alive and shared between threads until the request has ended",
                cause);
    }

    /** Writes the header and the payload. */
    void send(ChannelHandlerContext to, Rpc rpc, Header header) {
        ByteBuffer bounce = rpc.bounce;
        sendHeader(to, rpc, header);
        if (bounce != null) {
            sendPiece(to, rpc, bounce, 0, rpc.length);
            return;
        }
        walk.set(rpc.cursor);
        for (int left = rpc.length; left > 0; ) {
            int count = walk.contiguous(left);
            sendPiece(to, rpc, walk.segment(), walk.segmentOffset(), count);
            walk.advance(count);
            left -= count;
        }
        walk.clear();
    }

    private void sendPiece(ChannelHandlerContext to, Rpc rpc, ByteBuffer memory, int at, int count) {
        Rpc.SendBuf buf = freeBufs.poll();
        if (buf == null) {
            buf = new Rpc.SendBuf(connection, false);
        }
        buf.rpc = rpc;
        buf.set(memory, connection.addressOf(memory), at, count).writerIndex(count);
        rpc.sendsInFlight++;
        to.write(buf, to.voidPromise());
    }

    /** A buffer of {@link #sendPiece} is free again. */
    void recycle(Rpc.SendBuf buf) {
        buf.rpc = null;
        buf.reset();
        freeBufs.push(buf);
    }

    /** Points a buffer at the memory for the bytes of a read reply from {@code at} on. */
    void receivePiece(Rpc rpc, MemoryBuf piece, int at, int limit) {
        if (at == 0) {
            receiving.set(rpc.cursor);
            receivedCrc.reset();
        }
        if (rpc.bounce != null) {
            pieceOffset = at;
            piece.set(rpc.bounce, connection.addressOf(rpc.bounce), at, limit);
            return;
        }
        int count = receiving.contiguous(limit);
        ByteBuffer memory = receiving.segment();
        pieceSegment = receiving.segmentIndex();
        pieceOffset = receiving.segmentOffset();
        piece.set(memory, connection.addressOf(memory), pieceOffset, count);
        receiving.advance(count);
    }

    /** Adds bytes that arrived in the piece to the sum. The error if this thread may not touch the memory. */
    @Nullable
    StriaException sum(Rpc rpc, int from, int count) {
        try {
            if (rpc.bounce != null) {
                update(receivedCrc, rpc.bounce, from + pieceOffset, count);
                rpc.bounce.clear();
            } else {
                Memory memory = memoryOf(rpc);
                ByteBuffer view = memory.borrowView(pieceSegment);
                update(receivedCrc, view, pieceOffset + from, count);
                memory.giveBackView(pieceSegment, view);
            }
            return null;
        } catch (RuntimeException e) {
            return untouchable(rpc, e);
        }
    }

    private static void update(CRC32C sum, ByteBuffer view, int at, int count) {
        sum.update(view.limit(at + count).position(at));
    }

    private static Memory memoryOf(Rpc rpc) {
        return ((Transfer) Objects.requireNonNull(rpc.operation)).request().memory();
    }

    /** The payload of a read reply is there: verifies it, and copies it to heap memory. The error if it is damaged. */
    @Nullable
    StriaException received(Rpc rpc, Header reply) {
        receiving.clear();
        if (rpc.error != null) {
            return rpc.error;
        }
        int actual = reply.payloadLength == 0 ? 0 : (int) receivedCrc.getValue();
        if (reply.hasPayloadCrc() && actual != reply.payloadCrc) {
            return new StriaException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    String.format(
                            "read damaged on its way: checksum %08x instead of %08x (%s); read again",
                            actual, reply.payloadCrc, rpc.operation == null ? "" : rpc.operation.subject()));
        }
        try {
            if (rpc.bounce != null) {
                copy(rpc, rpc.bounce, reply.payloadLength, false);
            }
            return null;
        } catch (RuntimeException e) {
            return untouchable(rpc, e);
        }
    }

    private int checksum(Rpc rpc, int length) {
        crc.reset();
        if (rpc.bounce != null) {
            crc.update(rpc.bounce.clear().limit(length));
            rpc.bounce.clear();
            return (int) crc.getValue();
        }
        Memory memory = memoryOf(rpc);
        walk.set(rpc.cursor);
        for (int left = length; left > 0; ) {
            int count = walk.contiguous(left);
            int index = walk.segmentIndex();
            ByteBuffer view = memory.borrowView(index);
            update(crc, view, walk.segmentOffset(), count);
            memory.giveBackView(index, view);
            walk.advance(count);
            left -= count;
        }
        walk.clear();
        return (int) crc.getValue();
    }

    /** Copies between the request's memory and bounce memory. */
    private void copy(Rpc rpc, ByteBuffer bounce, int length, boolean toBounce) {
        walk.set(rpc.cursor);
        for (int done = 0; done < length; ) {
            int count = walk.contiguous(length - done);
            if (toBounce) {
                bounce.put(done, walk.segment(), walk.segmentOffset(), count);
            } else {
                walk.segment().put(walk.segmentOffset(), bounce, done, count);
            }
            walk.advance(count);
            done += count;
        }
        walk.clear();
        context.counters.add(Counter.BYTES_COPIED, length);
    }
}
