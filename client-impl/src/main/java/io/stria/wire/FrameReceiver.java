package io.stria.wire;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.nio.ByteBuffer;

/**
 * Receives frames so that payload lands where it belongs, without a copy.
 *
 * <p>It is both the last handler of its channel and the channel's receive allocator: before every socket read Netty
 * asks it where the bytes shall go, and it answers with a small staging buffer while a header is awaited and with the
 * final destination while payload is. One path serves large and small frames: while large payload is expected
 * ({@link #expectsLarge}) a read asks for a header alone, so that nothing of the payload behind it has to be copied;
 * otherwise as much as the staging buffer holds is read ahead, and many small frames arrive with one system call, their
 * payload being copied out of the staging buffer.
 *
 * <p>A subclass says in {@link #frameStarted} where a frame's payload goes and is told in {@link #frameComplete} that it
 * is there. All of it runs on the channel's event loop.
 */
public abstract class FrameReceiver extends ChannelInboundHandlerAdapter {
    /** From this size on it pays to await a header alone, so that the payload behind it need not be copied. */
    public static final int LARGE_PAYLOAD_BYTES = 64 << 10;

    private static final int STAGING_BYTES = 64 << 10;
    /** Ends a turn of reading, so that replies go out and other channels of the loop have theirs. */
    private static final int MAX_BYTES_PER_TURN = 4 << 20;

    private static final int MAX_READS_PER_TURN = 256;

    /** What is to happen with the payload of a frame. */
    protected enum Disposition {
        /** Receive it; {@link #nextPiece} is asked for the memory. */
        RECEIVE,
        /** Read and forget it. */
        DISCARD,
        /** There is no memory now: stop reading until {@link #resume}, which asks again. */
        PAUSE
    }

    private enum State {
        HEADER,
        PAYLOAD,
        DISCARD,
        PAUSED,
        CLOSED
    }

    /** The frame being received. */
    protected final Header header = new Header();

    private final boolean addressed;
    private final ByteBuffer stagingMemory = ByteBuffer.allocateDirect(STAGING_BYTES);
    private final MemoryBuf staging = new MemoryBuf();
    private final MemoryBuf piece = new MemoryBuf();
    private final Handle handle = new Handle();

    private State state = State.HEADER;
    private int remaining;
    private int headerBytesAwaited = Header.BYTES;
    private boolean wasLarge;
    private boolean reading;
    private long bytesCopied;
    private long bytesReceived;

    /**
     * Makes a receiver for one channel.
     *
     * @param addressed whether the transport wants memory addresses (the native ones) or byte buffers (NIO)
     */
    protected FrameReceiver(boolean addressed) {
        this.addressed = addressed;
        staging.set(stagingMemory, addressOf(stagingMemory), 0, STAGING_BYTES);
    }

    /** The receive allocator to be set on the channel, before it is registered. */
    public final RecvByteBufAllocator allocator() {
        return () -> handle;
    }

    /** The address of memory as this channel's transport wants it. */
    public final long addressOf(ByteBuffer memory) {
        return addressed ? MemoryBuf.addressOf(memory) : MemoryBuf.NO_ADDRESS;
    }

    /**
     * A header has arrived, checksum verified. Check every field before using it.
     *
     * @throws ProtocolException to close the connection
     */
    protected abstract Disposition frameStarted(Header header) throws ProtocolException;

    /** Points the buffer at the memory for at most {@code limit} bytes of the payload from {@code at} on. */
    protected abstract void nextPiece(MemoryBuf piece, int at, int limit);

    /**
     * Payload has arrived in the memory that {@link #nextPiece} gave. The time to sum it up, for it is still in the
     * processor's caches.
     *
     * @param at where in the payload the bytes lie
     * @param from where in the piece they lie
     * @param count how many they are
     */
    protected abstract void payloadArrived(int at, int from, int count);

    /**
     * The payload is complete, or discarded, or there is none.
     *
     * @throws ProtocolException to close the connection
     */
    protected abstract void frameComplete(Header header) throws ProtocolException;

    /** The peer broke the protocol; log it. The channel is closed afterwards. */
    protected abstract void protocolBroken(ChannelHandlerContext context, ProtocolException cause);

    /** One turn of reading is over: send what it gave rise to. */
    protected abstract void turnComplete(ChannelHandlerContext context);

    /**
     * Whether the next frame may bring large payload. One who cannot know takes the last frame for a sign.
     *
     * @param wasLarge whether the last payload had at least {@link #LARGE_PAYLOAD_BYTES}
     */
    protected boolean expectsLarge(boolean wasLarge) {
        return wasLarge;
    }

    /** Whether a turn of reading is going on, so that {@link #turnComplete} will follow. */
    protected final boolean isReading() {
        return reading;
    }

    /** Payload bytes of reads and writes copied from the staging buffer so far. */
    protected final long bytesCopied() {
        return bytesCopied;
    }

    /** Bytes received so far, of whatever. */
    protected final long bytesReceived() {
        return bytesReceived;
    }

    /** Whether a header has begun to come in and its rest is awaited. */
    protected final boolean isHeaderBegun() {
        return state == State.HEADER && staging.isReadable();
    }

    /** Goes on after {@link Disposition#PAUSE}. */
    protected final void resume(ChannelHandlerContext context) {
        if (state != State.PAUSED) {
            return;
        }
        reading = true;
        if (parse(context, true)) {
            context.channel().config().setAutoRead(true);
        }
        turnComplete(context);
        reading = false;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // which of the two buffers it is
    public final void channelRead(ChannelHandlerContext context, Object message) {
        reading = true;
        MemoryBuf received = (MemoryBuf) message;
        received.release();
        if (received == piece) {
            arrived();
        }
        parse(context, false);
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext context) {
        reading = true; // a turn that brought nothing but the end of the stream had no read
        turnComplete(context);
        reading = false;
    }

    /** Takes apart what is staged; false if it stopped for want of memory or an error. */
    private boolean parse(ChannelHandlerContext context, boolean resumed) {
        try {
            boolean again = resumed;
            while (true) {
                switch (state) {
                    case PAUSED -> {
                        if (!again) {
                            return false;
                        }
                        again = false;
                        startFrame();
                    }
                    case HEADER -> {
                        if (!parseHeader()) {
                            return true;
                        }
                        startFrame();
                    }
                    case PAYLOAD -> {
                        if (remaining > 0 && !copyStaged()) {
                            return true;
                        }
                        if (remaining == 0) {
                            endFrame();
                        }
                    }
                    case DISCARD -> {
                        int count = Math.min(remaining, staging.readableBytes());
                        staging.skipBytes(count);
                        remaining -= count;
                        if (remaining > 0) {
                            return true;
                        }
                        endFrame();
                    }
                    case CLOSED -> {
                        return false;
                    }
                }
                if (state == State.PAUSED) {
                    context.channel().config().setAutoRead(false);
                    return false;
                }
            }
        } catch (ProtocolException e) {
            state = State.CLOSED;
            protocolBroken(context, e);
            context.close();
            return false;
        }
    }

    private boolean parseHeader() throws ProtocolException {
        int at = staging.readerIndex();
        int available = staging.readableBytes();
        if (available >= 8) {
            headerBytesAwaited = Header.lengthAt(staging, at);
        }
        if (available < headerBytesAwaited) {
            return false;
        }
        header.decode(staging, at);
        staging.skipBytes(headerBytesAwaited);
        return true;
    }

    private void startFrame() throws ProtocolException {
        Disposition disposition = frameStarted(header);
        remaining = header.payloadLength;
        state = switch (disposition) {
            case RECEIVE -> State.PAYLOAD;
            case DISCARD -> State.DISCARD;
            case PAUSE -> State.PAUSED;
        };
    }

    private void endFrame() throws ProtocolException {
        piece.reset();
        nextHeader();
        frameComplete(header);
    }

    private void nextHeader() {
        state = State.HEADER;
        wasLarge = header.payloadLength >= LARGE_PAYLOAD_BYTES;
        headerBytesAwaited = Header.BYTES;
    }

    /** Copies payload that was read ahead; false if more has to be received. */
    private boolean copyStaged() {
        while (remaining > 0 && staging.isReadable()) {
            ensurePiece();
            int count = Math.min(piece.writableBytes(), staging.readableBytes());
            staging.moveTo(piece, count);
            arrived();
            bytesCopied += Opcode.isData(header.opcode) ? count : 0;
        }
        return remaining == 0;
    }

    private void arrived() {
        int from = piece.readerIndex();
        int count = piece.readableBytes();
        int at = header.payloadLength - remaining;
        piece.readerIndex(from + count);
        remaining -= count;
        payloadArrived(at, from, count);
    }

    private void ensurePiece() {
        if (!piece.isWritable()) {
            nextPiece(piece, header.payloadLength - remaining, remaining);
        }
    }

    private MemoryBuf nextDestination() {
        if (state == State.PAYLOAD) {
            ensurePiece();
            piece.retain();
            return piece;
        }
        int staged = staging.readableBytes();
        if (staged == 0) {
            staging.setIndex(0, 0);
        } else if (staging.readerIndex() > 0) {
            stagingMemory.put(0, stagingMemory, staging.readerIndex(), staged);
            staging.setIndex(0, staged);
        }
        boolean alone = state == State.HEADER && staged < headerBytesAwaited && expectsLarge(wasLarge);
        staging.moveEnd(alone ? headerBytesAwaited : STAGING_BYTES);
        staging.retain();
        return staging;
    }

    private final class Handle implements RecvByteBufAllocator.ExtendedHandle {
        private int attempted;
        private int last;
        private int reads;
        private long bytes;

        @Override
        public MemoryBuf allocate(ByteBufAllocator ignored) {
            return nextDestination();
        }

        @Override
        public int guess() {
            return STAGING_BYTES;
        }

        @Override
        public void reset(ChannelConfig config) {
            reads = 0;
            bytes = 0;
        }

        @Override
        public void incMessagesRead(int count) {
            reads += count;
        }

        @Override
        public void lastBytesRead(int count) {
            last = count;
            if (count > 0) {
                bytes += count;
                bytesReceived += count;
            }
        }

        @Override
        public int lastBytesRead() {
            return last;
        }

        @Override
        public void attemptedBytesRead(int count) {
            attempted = count;
        }

        @Override
        public int attemptedBytesRead() {
            return attempted;
        }

        /** A read that was not filled has emptied the socket; the poller reports again what comes later. */
        @Override
        public boolean continueReading() {
            return last == attempted
                    && state != State.PAUSED
                    && bytes < MAX_BYTES_PER_TURN
                    && reads < MAX_READS_PER_TURN;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return continueReading();
        }

        @Override
        public void readComplete() {}
    }
}
