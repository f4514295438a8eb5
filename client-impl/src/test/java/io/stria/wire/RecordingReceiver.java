package io.stria.wire;

import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.zip.CRC32C;

/** Receives every frame into memory of its own, in pieces, and remembers it. */
final class RecordingReceiver extends FrameReceiver {
    /** Payload by request id; null if it was discarded. */
    final Map<Long, byte[]> received = new LinkedHashMap<>();

    final List<String> faults = new ArrayList<>();
    int turns;
    int pauses;
    /** How often the frame with this request id is paused before it is received; −1 discards it. */
    ToIntFunction<Header> pausesOf = header -> 0;
    /** How long a piece is, of at most so many bytes. */
    IntUnaryOperator pieceLength = limit -> limit;

    Runnable whenPaused = () -> {};
    Runnable whenReceived = () -> {};

    private ByteBuffer memory = ByteBuffer.allocateDirect(0);
    private long pausedId = -1;
    private int pausesLeft;
    private boolean discards;
    private int pieceBegin;
    private int arrived;
    private final CRC32C sum = new CRC32C();

    RecordingReceiver(boolean addressed) {
        super(addressed);
    }

    @Override
    protected Disposition frameStarted(Header header) {
        if (pausedId != header.requestId) {
            pausedId = header.requestId;
            pausesLeft = pausesOf.applyAsInt(header);
        }
        discards = pausesLeft < 0;
        if (discards) {
            return Disposition.DISCARD;
        }
        if (pausesLeft-- > 0) {
            pauses++;
            whenPaused.run();
            return Disposition.PAUSE;
        }
        memory = ByteBuffer.allocateDirect(header.payloadLength);
        arrived = 0;
        sum.reset();
        return Disposition.RECEIVE;
    }

    @Override
    protected void nextPiece(MemoryBuf piece, int at, int limit) {
        pieceBegin = at;
        piece.set(memory, addressOf(memory), at, pieceLength.applyAsInt(limit));
    }

    @Override
    protected void payloadArrived(int at, int from, int count) {
        if (at != arrived || at != pieceBegin + from || count < 1) {
            faults.add(count + " bytes arrived at " + at + " after " + arrived);
        }
        arrived += count;
        sum.update(memory.duplicate().limit(at + count).position(at));
    }

    @Override
    protected void frameComplete(Header header) throws ProtocolException {
        byte[] payload = new byte[header.payloadLength];
        if (!discards) {
            memory.get(0, payload);
            CRC32C expected = new CRC32C();
            expected.update(payload);
            if (arrived != payload.length || sum.getValue() != expected.getValue()) {
                faults.add("not all of the payload was reported when it arrived: " + header);
            }
        }
        if (received.put(header.requestId, discards ? null : payload) != null) {
            throw new ProtocolException("twice: " + header);
        }
        whenReceived.run();
    }

    @Override
    protected void protocolBroken(ChannelHandlerContext context, ProtocolException cause) {
        faults.add(cause.getMessage());
    }

    /** Also what an assertion here finds, which would end as a line in a log. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        faults.add(cause.toString());
    }

    @Override
    protected void turnComplete(ChannelHandlerContext context) {
        turns++;
        assert isReading() : "a turn ends that has not begun";
    }

    long copied() {
        return bytesCopied();
    }

    void goOn(ChannelHandlerContext context) {
        resume(context);
    }
}
