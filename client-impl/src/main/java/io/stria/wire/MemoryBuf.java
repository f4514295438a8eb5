package io.stria.wire;

import io.netty.buffer.AbstractReferenceCountedByteBuf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.unix.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A Netty buffer that is a movable window on memory it does not own: the transport sends from it or receives into it
 * where it is. Wrapping memory afresh for every RPC would allocate; this is pointed at it instead, by
 * {@link #set(ByteBuffer, long, int, int)}, and its {@link #released()} tells when the transport has let go.
 *
 * <p>The memory is accessed by absolute index only, so that several windows on one buffer do not disturb each other.
 * Not for several threads at a time.
 */
public class MemoryBuf extends AbstractReferenceCountedByteBuf {
    /** Tells that a segment has no address, because the transport needs none. */
    public static final long NO_ADDRESS = 0;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private ByteBuffer segment = NOTHING;
    private long address;
    private int base;
    private int capacity;

    /** A window on nothing. */
    public MemoryBuf() {
        super(Integer.MAX_VALUE);
    }

    /** The address that {@link #set} wants for a segment: of the first byte, whatever its position. */
    public static long addressOf(ByteBuffer direct) {
        return Buffer.memoryAddress(direct);
    }

    /**
     * Points the window at bytes {@code base … base + capacity} of a direct buffer and empties it.
     *
     * @param segmentAddress {@link #addressOf} the buffer, or {@link #NO_ADDRESS} for a transport that takes buffers
     */
    public final MemoryBuf set(ByteBuffer segment, long segmentAddress, int base, int capacity) {
        this.segment = segment;
        this.address = segmentAddress == NO_ADDRESS ? NO_ADDRESS : segmentAddress + base;
        this.base = base;
        this.capacity = capacity;
        setIndex(0, 0);
        return this;
    }

    /** Forgets the memory. */
    public final void reset() {
        set(NOTHING, NO_ADDRESS, 0, 0);
    }

    /** Moves {@code count} readable bytes to the writable end of another window, without a view of either. */
    final void moveTo(MemoryBuf destination, int count) {
        destination.segment.put(destination.base + destination.writerIndex(), segment, base + readerIndex(), count);
        skipBytes(count);
        destination.writerIndex(destination.writerIndex() + count);
    }

    /** Called when the last reference is released; the window can be set anew afterwards. */
    protected void released() {}

    @Override
    protected final void deallocate() {
        resetRefCnt();
        released();
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    /** Refused: writing past the end of a window must not reach the memory behind it. */
    @Override
    public final ByteBuf capacity(int newCapacity) {
        throw new IndexOutOfBoundsException("a window of " + capacity + " bytes does not grow to " + newCapacity);
    }

    /** Moves the end of the window within the memory behind it. */
    final void moveEnd(int newCapacity) {
        capacity = newCapacity;
    }

    @Override
    public final boolean hasMemoryAddress() {
        return address != NO_ADDRESS;
    }

    @Override
    public final long memoryAddress() {
        return address;
    }

    @Override
    public final boolean isDirect() {
        return true;
    }

    @Override
    public final boolean hasArray() {
        return false;
    }

    @Override
    public final byte[] array() {
        throw new UnsupportedOperationException("direct memory");
    }

    @Override
    public final int arrayOffset() {
        throw new UnsupportedOperationException("direct memory");
    }

    @Override
    public final int nioBufferCount() {
        return 1;
    }

    @Override
    public final ByteBuffer nioBuffer(int index, int length) {
        return segment.duplicate()
                .limit(base + index + length)
                .position(base + index)
                .slice();
    }

    @Override
    public final ByteBuffer[] nioBuffers(int index, int length) {
        return new ByteBuffer[] {nioBuffer(index, length)};
    }

    @Override
    public final ByteBuffer internalNioBuffer(int index, int length) {
        return segment.duplicate().limit(base + index + length).position(base + index);
    }

    @Override
    public final ByteBufAllocator alloc() {
        return UnpooledByteBufAllocator.DEFAULT;
    }

    @Override
    @SuppressWarnings("deprecation") // ByteBuf demands it; big-endian as every ByteBuf
    public final ByteOrder order() {
        return ByteOrder.BIG_ENDIAN;
    }

    @Override
    public final @Nullable ByteBuf unwrap() {
        return null;
    }

    @Override
    public final ByteBuf copy(int index, int length) {
        return alloc().directBuffer(length).writeBytes(nioBuffer(index, length));
    }

    @Override
    protected final byte _getByte(int index) {
        return segment.get(base + index);
    }

    @Override
    protected final short _getShort(int index) {
        return segment.getShort(base + index);
    }

    @Override
    protected final short _getShortLE(int index) {
        return Short.reverseBytes(_getShort(index));
    }

    @Override
    protected final int _getUnsignedMedium(int index) {
        return (_getByte(index) & 0xFF) << 16 | (_getShort(index + 1) & 0xFFFF);
    }

    @Override
    protected final int _getUnsignedMediumLE(int index) {
        return (_getShortLE(index) & 0xFFFF) | (_getByte(index + 2) & 0xFF) << 16;
    }

    @Override
    protected final int _getInt(int index) {
        return segment.getInt(base + index);
    }

    @Override
    protected final int _getIntLE(int index) {
        return Integer.reverseBytes(_getInt(index));
    }

    @Override
    protected final long _getLong(int index) {
        return segment.getLong(base + index);
    }

    @Override
    protected final long _getLongLE(int index) {
        return Long.reverseBytes(_getLong(index));
    }

    @Override
    protected final void _setByte(int index, int value) {
        segment.put(base + index, (byte) value);
    }

    @Override
    protected final void _setShort(int index, int value) {
        segment.putShort(base + index, (short) value);
    }

    @Override
    protected final void _setShortLE(int index, int value) {
        _setShort(index, Short.reverseBytes((short) value));
    }

    @Override
    protected final void _setMedium(int index, int value) {
        _setByte(index, value >>> 16);
        _setShort(index + 1, value);
    }

    @Override
    protected final void _setMediumLE(int index, int value) {
        _setShortLE(index, value);
        _setByte(index + 2, value >>> 16);
    }

    @Override
    protected final void _setInt(int index, int value) {
        segment.putInt(base + index, value);
    }

    @Override
    protected final void _setIntLE(int index, int value) {
        _setInt(index, Integer.reverseBytes(value));
    }

    @Override
    protected final void _setLong(int index, long value) {
        segment.putLong(base + index, value);
    }

    @Override
    protected final void _setLongLE(int index, long value) {
        _setLong(index, Long.reverseBytes(value));
    }

    @Override
    public final ByteBuf getBytes(int index, ByteBuf dst, int dstIndex, int length) {
        dst.setBytes(dstIndex, nioBuffer(index, length));
        return this;
    }

    @Override
    public final ByteBuf getBytes(int index, byte[] dst, int dstIndex, int length) {
        checkIndex(index, length);
        segment.get(base + index, dst, dstIndex, length);
        return this;
    }

    @Override
    public final ByteBuf getBytes(int index, ByteBuffer dst) {
        dst.put(nioBuffer(index, dst.remaining()));
        return this;
    }

    @Override
    public final ByteBuf getBytes(int index, OutputStream out, int length) throws IOException {
        byte[] bytes = new byte[length];
        getBytes(index, bytes, 0, length);
        out.write(bytes);
        return this;
    }

    @Override
    public final int getBytes(int index, GatheringByteChannel out, int length) throws IOException {
        return out.write(nioBuffer(index, length));
    }

    @Override
    public final int getBytes(int index, FileChannel out, long position, int length) throws IOException {
        return out.write(nioBuffer(index, length), position);
    }

    @Override
    public final ByteBuf setBytes(int index, ByteBuf src, int srcIndex, int length) {
        src.getBytes(srcIndex, nioBuffer(index, length));
        return this;
    }

    @Override
    public final ByteBuf setBytes(int index, byte[] src, int srcIndex, int length) {
        checkIndex(index, length);
        segment.put(base + index, src, srcIndex, length);
        return this;
    }

    @Override
    public final ByteBuf setBytes(int index, ByteBuffer src) {
        nioBuffer(index, src.remaining()).put(src);
        return this;
    }

    @Override
    public final int setBytes(int index, InputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        int count = in.read(bytes);
        if (count > 0) {
            setBytes(index, bytes, 0, count);
        }
        return count;
    }

    @Override
    public final int setBytes(int index, ScatteringByteChannel in, int length) throws IOException {
        return in.read(nioBuffer(index, length));
    }

    @Override
    public final int setBytes(int index, FileChannel in, long position, int length) throws IOException {
        return in.read(nioBuffer(index, length), position);
    }
}
