package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBufTest {
    private static final int BASE = 13;
    private static final int CAPACITY = 64;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(100);
    private final MemoryBuf buf = new MemoryBuf();
    private final Random random = new Random(4);

    private void fill() {
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) random.nextInt());
        }
        buf.set(memory, MemoryBuf.NO_ADDRESS, BASE, CAPACITY).writerIndex(CAPACITY);
    }

    /** The same bytes in a buffer of Netty's own. */
    private ByteBuf model() {
        ByteBuf model = Unpooled.directBuffer(CAPACITY);
        model.writeBytes(memory.duplicate().limit(BASE + CAPACITY).position(BASE));
        return model;
    }

    private void assertSameAs(ByteBuf model, byte[] before) {
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(memory.get(BASE + i)).as("byte %s", i).isEqualTo(model.getByte(i));
        }
        for (int i = 0; i < BASE; i++) {
            assertThat(memory.get(i)).isEqualTo(before[i]);
        }
        for (int i = BASE + CAPACITY; i < memory.capacity(); i++) {
            assertThat(memory.get(i)).isEqualTo(before[i]);
        }
    }

    private byte[] snapshot() {
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return bytes;
    }

    @Test
    void everyWidthIsReadAsAnyByteBufReadsIt() {
        fill();
        ByteBuf model = model();
        for (int i = 0; i <= CAPACITY - 8; i++) {
            assertThat(buf.getByte(i)).isEqualTo(model.getByte(i));
            assertThat(buf.getShort(i)).isEqualTo(model.getShort(i));
            assertThat(buf.getShortLE(i)).isEqualTo(model.getShortLE(i));
            assertThat(buf.getUnsignedMedium(i)).isEqualTo(model.getUnsignedMedium(i));
            assertThat(buf.getUnsignedMediumLE(i)).isEqualTo(model.getUnsignedMediumLE(i));
            assertThat(buf.getInt(i)).isEqualTo(model.getInt(i));
            assertThat(buf.getIntLE(i)).isEqualTo(model.getIntLE(i));
            assertThat(buf.getLong(i)).isEqualTo(model.getLong(i));
            assertThat(buf.getLongLE(i)).isEqualTo(model.getLongLE(i));
        }
    }

    @Test
    void everyWidthIsWrittenAsAnyByteBufWritesItAndNothingAroundTheWindow() {
        fill();
        ByteBuf model = model();
        byte[] before = snapshot();
        for (int i = 0; i <= CAPACITY - 8; i++) {
            long value = random.nextLong();
            for (ByteBuf each : new ByteBuf[] {buf, model}) {
                switch (i % 9) {
                    case 0 -> each.setByte(i, (int) value);
                    case 1 -> each.setShort(i, (int) value);
                    case 2 -> each.setShortLE(i, (int) value);
                    case 3 -> each.setMedium(i, (int) value);
                    case 4 -> each.setMediumLE(i, (int) value);
                    case 5 -> each.setInt(i, (int) value);
                    case 6 -> each.setIntLE(i, (int) value);
                    case 7 -> each.setLong(i, value);
                    default -> each.setLongLE(i, value);
                }
            }
            assertSameAs(model, before);
        }
    }

    @Test
    void rangesAreCopiedInAndOutWithEveryKindOfPeer() throws Exception {
        fill();
        ByteBuf model = model();
        byte[] before = snapshot();
        byte[] bytes = new byte[20];
        random.nextBytes(bytes);
        for (ByteBuf each : new ByteBuf[] {buf, model}) {
            each.setBytes(1, bytes, 2, 5);
            each.setBytes(10, ByteBuffer.wrap(bytes, 3, 6));
            each.setBytes(20, Unpooled.wrappedBuffer(bytes), 4, 7);
            each.setBytes(30, Unpooled.directBuffer().writeBytes(bytes), 1, 9);
            assertThat(each.setBytes(40, new ByteArrayInputStream(bytes), 12)).isEqualTo(12);
            assertThat(each.setBytes(60, new ByteArrayInputStream(new byte[0]), 2))
                    .isEqualTo(-1);
        }
        assertSameAs(model, before);
        byte[] out = new byte[30];
        byte[] expected = new byte[30];
        buf.getBytes(3, out, 4, 20);
        model.getBytes(3, expected, 4, 20);
        assertThat(out).isEqualTo(expected);
        ByteBuffer buffer = ByteBuffer.allocate(15);
        buf.getBytes(7, buffer);
        assertThat(buffer.flip()).isEqualTo(model.nioBuffer(7, 15));
        ByteBuf target = Unpooled.buffer(40).writeZero(40);
        buf.getBytes(5, target, 6, 11);
        assertThat(target.slice(6, 11)).isEqualTo(model.slice(5, 11));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        buf.getBytes(2, stream, 8);
        assertThat(Unpooled.wrappedBuffer(stream.toByteArray())).isEqualTo(model.slice(2, 8));
        assertThat(buf.copy(9, 10)).isEqualTo(model.slice(9, 10));
        assertThat(buf).isEqualTo(model);
    }

    @Test
    void whatLiesOutsideTheWindowIsOutOfBounds() {
        fill();
        assertThatThrownBy(() -> buf.getByte(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.getByte(CAPACITY)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.getLong(CAPACITY - 7)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.setInt(CAPACITY - 3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.getBytes(60, new byte[5])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.setBytes(60, new byte[5])).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void writingPastTheEndOfTheWindowIsRefusedAndReachesNothing() {
        fill();
        byte[] before = snapshot();
        assertThatThrownBy(() -> buf.writeByte(0)).isInstanceOf(IndexOutOfBoundsException.class);
        buf.writerIndex(CAPACITY - 3);
        assertThatThrownBy(() -> buf.writeInt(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buf.writeBytes(new byte[4])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(snapshot()).isEqualTo(before);
        buf.moveEnd(CAPACITY + 1);
        buf.writeInt(7);
        assertThat(memory.get(BASE + CAPACITY)).isEqualTo((byte) 7);
    }

    @Test
    void nioBuffersAreWindowsOnTheSameMemory() {
        fill();
        ByteBuffer window = buf.nioBuffer(4, 8);
        assertThat(window.position()).isZero();
        assertThat(window.remaining()).isEqualTo(8);
        assertThat(window.capacity()).isEqualTo(8);
        window.put(0, (byte) 99);
        assertThat(memory.get(BASE + 4)).isEqualTo((byte) 99);
        assertThat(buf.nioBufferCount()).isEqualTo(1);
        assertThat(buf.nioBuffers(4, 8)).hasSize(1);
        assertThat(buf.nioBuffers(4, 8)[0]).isEqualTo(window);
        ByteBuffer internal = buf.internalNioBuffer(4, 8);
        assertThat(internal.remaining()).isEqualTo(8);
        assertThat(internal.get(internal.position())).isEqualTo((byte) 99);
        assertThat(memory.position()).isZero();
        assertThat(memory.limit()).isEqualTo(memory.capacity());
    }

    @Test
    void theAddressIsThatOfTheFirstByteOfTheWindow() {
        ByteBuffer slice = memory.slice(7, 50);
        assertThat(MemoryBuf.addressOf(slice)).isEqualTo(MemoryBuf.addressOf(memory) + 7);
        memory.position(20);
        assertThat(MemoryBuf.addressOf(memory)).isEqualTo(MemoryBuf.addressOf(slice) - 7);
        buf.set(slice, MemoryBuf.addressOf(slice), 5, 10);
        assertThat(buf.hasMemoryAddress()).isTrue();
        assertThat(buf.memoryAddress()).isEqualTo(MemoryBuf.addressOf(slice) + 5);
        buf.set(slice, MemoryBuf.NO_ADDRESS, 5, 10);
        assertThat(buf.hasMemoryAddress()).isFalse();
    }

    @Test
    void theLastReleaseTellsAndTheWindowCanBeSetAnew() {
        AtomicInteger releases = new AtomicInteger();
        MemoryBuf counted = new MemoryBuf() {
            @Override
            protected void released() {
                releases.incrementAndGet();
            }
        };
        for (int use = 1; use <= 3; use++) {
            counted.set(memory, MemoryBuf.NO_ADDRESS, use, 10).writerIndex(10);
            counted.retain();
            assertThat(counted.release()).isFalse();
            assertThat(releases).hasValue(use - 1);
            assertThat(counted.release()).isTrue();
            assertThat(releases).hasValue(use);
            assertThat(counted.refCnt()).isEqualTo(1);
        }
        assertThatThrownBy(() -> counted.release(2)).isInstanceOf(IllegalReferenceCountException.class);
    }

    @Test
    void aReusedWindowStartsEmptyAndAForgottenOneHasNoMemory() {
        fill();
        buf.readerIndex(10);
        buf.set(memory, MemoryBuf.NO_ADDRESS, 1, 5);
        assertThat(buf.readableBytes()).isZero();
        assertThat(buf.writableBytes()).isEqualTo(5);
        buf.reset();
        assertThat(buf.capacity()).isZero();
        assertThat(buf.isWritable()).isFalse();
        assertThat(buf.hasMemoryAddress()).isFalse();
    }

    @Test
    void movingBytesFromWindowToWindowAdvancesBoth() {
        fill();
        ByteBuffer other = ByteBuffer.allocateDirect(50);
        MemoryBuf destination = new MemoryBuf();
        destination.set(other, MemoryBuf.NO_ADDRESS, 3, 40).writerIndex(2);
        buf.readerIndex(5);
        buf.moveTo(destination, 20);
        assertThat(buf.readerIndex()).isEqualTo(25);
        assertThat(destination.writerIndex()).isEqualTo(22);
        for (int i = 0; i < 20; i++) {
            assertThat(other.get(3 + 2 + i)).isEqualTo(memory.get(BASE + 5 + i));
        }
        assertThat(other.get(4)).isZero();
        assertThat(other.get(25)).isZero();
    }

    @Test
    void itLooksLikeDirectMemoryOfBigEndianOrder() {
        assertThat(buf.isDirect()).isTrue();
        assertThat(buf.hasArray()).isFalse();
        assertThat(buf.unwrap()).isNull();
        assertThatThrownBy(buf::array).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(buf::arrayOffset).isInstanceOf(UnsupportedOperationException.class);
    }
}
