package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

@PropertyDefaults(tries = 200, edgeCases = EdgeCasesMode.NONE)
class HeaderTest {
    /** The bytes of {@link #example}; whoever has to change them changes the protocol. */
    private static final String GOLDEN = "53545249" // magic "STRI"
            + "01100050" // version 1, opcode 16 (WRITE), header length 80
            + "0003000b" // reply, payload CRC; status 11
            + "00007530" // 30,000 ms left
            + "0123456789abcdef" // request id
            + "00000007" // slot
            + "80000001" // generation
            + "00000000deadbeef" // file id
            + "0000000100000000" // object offset
            + "0000000000400000" // length
            + "7fffffffffffffff" // object size
            + "000007cf" // stripe
            + "00400000" // payload length
            + "cafebabe" // payload CRC32C
            + "b70b08bc"; // header CRC32C

    private static Header example() {
        Header header = new Header().clear();
        header.opcode = Opcode.WRITE;
        header.flags = Header.FLAG_REPLY | Header.FLAG_PAYLOAD_CRC;
        header.status = 11;
        header.deadlineMs = 30_000;
        header.requestId = 0x0123456789abcdefL;
        header.slot = 7;
        header.generation = 0x80000001;
        header.fileId = 0xdeadbeefL;
        header.objectOffset = 1L << 32;
        header.length = 4 << 20;
        header.objectSize = Long.MAX_VALUE;
        header.stripe = 1999;
        header.payloadLength = 4 << 20;
        header.payloadCrc = 0xcafebabe;
        return header;
    }

    private static ByteBuf encode(Header header) {
        MemoryBuf out = new MemoryBuf();
        ByteBuffer memory = ByteBuffer.allocateDirect(Header.BYTES + 24);
        out.set(memory, MemoryBuf.NO_ADDRESS, 24, Header.BYTES);
        header.encode(out);
        return out;
    }

    private static Header random(long seed) {
        Random random = new Random(seed);
        Header header = new Header().clear();
        header.version = random.nextInt(256);
        header.opcode = random.nextInt(256);
        header.flags = random.nextInt(1 << 16);
        header.status = random.nextInt(1 << 16);
        header.deadlineMs = random.nextInt();
        header.requestId = random.nextLong();
        header.slot = random.nextInt();
        header.generation = random.nextInt();
        header.fileId = random.nextLong();
        header.objectOffset = random.nextLong();
        header.length = random.nextLong();
        header.objectSize = random.nextLong();
        header.stripe = random.nextInt();
        header.payloadLength = random.nextInt();
        header.payloadCrc = random.nextInt();
        return header;
    }

    private static void assertSame(Header actual, Header expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .ignoringFields("crc", "summed")
                .isEqualTo(expected);
    }

    /** A frame with a longer header, as a later version would send it. */
    private static ByteBuf encodeLonger(Header header, int length) {
        header.headerLength = length;
        ByteBuf out = Unpooled.buffer();
        out.writeBytes(encode(header));
        for (int i = Header.BYTES; i < length; i++) {
            out.writeByte(i);
        }
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, 76);
        crc.update(out.array(), Header.BYTES, length - Header.BYTES);
        return out.setInt(76, (int) crc.getValue());
    }

    @Test
    void theBytesOnTheWireAreTheseAndNoOthers() {
        ByteBuf encoded = encode(example());
        assertThat(encoded.readableBytes()).isEqualTo(Header.BYTES);
        assertThat(ByteBufUtil.hexDump(encoded)).isEqualTo(GOLDEN);
    }

    @Test
    void theGoldenBytesAreReadBack() throws Exception {
        Header header = new Header();
        header.decode(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(GOLDEN)), 0);
        assertSame(header, example());
        assertThat(header.isReply()).isTrue();
        assertThat(header.hasPayloadCrc()).isTrue();
    }

    @Property
    void whatWasWrittenIsReadBack(@ForAll long seed) throws Exception {
        Header written = random(seed);
        Header read = new Header();
        read.decode(encode(written), 0);
        assertSame(read, written);
    }

    @Property(tries = 40)
    void aHeaderIsReadFromWhereverItLiesAndNothingIsMoved(@ForAll long seed, @ForAll @IntRange(max = 99) int at)
            throws Exception {
        Header written = random(seed);
        ByteBuf in = Unpooled.buffer().writeZero(at).writeBytes(encode(written)).writeZero(3);
        Header read = new Header();
        read.decode(in, at);
        assertSame(read, written);
        assertThat(in.readerIndex()).isZero();
    }

    @Property(tries = 10)
    void aFlippedBitAnywhereInTheHeaderIsDetected(@ForAll long seed) {
        ByteBuf frame = Unpooled.buffer().writeBytes(encode(random(seed))).writeZero(Header.MAX_BYTES);
        Header header = new Header();
        for (int bit = 0; bit < 8 * Header.BYTES; bit++) {
            flip(frame, bit);
            try {
                header.decode(frame, 0);
                throw new AssertionError("bit " + bit + " flipped and not noticed");
            } catch (ProtocolException expected) {
                flip(frame, bit);
            }
        }
    }

    private static void flip(ByteBuf frame, int bit) {
        frame.setByte(bit / 8, frame.getByte(bit / 8) ^ 1 << bit % 8);
    }

    @Test
    void aFlippedBitInTheUnknownPartIsDetectedAsWell() throws Exception {
        ByteBuf frame = encodeLonger(example(), 96);
        new Header().decode(frame, 0);
        for (int bit = 8 * Header.BYTES; bit < 8 * 96; bit++) {
            flip(frame, bit);
            assertThatThrownBy(() -> new Header().decode(frame, 0)).isInstanceOf(ProtocolException.class);
            flip(frame, bit);
        }
    }

    @Property(tries = 40)
    void bytesThatThisVersionDoesNotKnowAreSummedAndSkipped(
            @ForAll long seed, @ForAll @IntRange(min = Header.BYTES, max = Header.MAX_BYTES) int length)
            throws Exception {
        Header written = random(seed);
        Header read = new Header();
        read.decode(encodeLonger(written, length), 0);
        assertSame(read, written);
        assertThat(read.headerLength).isEqualTo(length);
    }

    @Test
    void whatDoesNotBeginLikeAFrameIsRefused() {
        ByteBuf http = Unpooled.copiedBuffer("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> Header.lengthAt(http, 0))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("not a Stria frame (magic 47455420 instead of 53545249)");
    }

    @Test
    void aHeaderLengthOutOfBoundsIsRefused() throws Exception {
        for (int length : new int[] {0, 79, 513, 65_535}) {
            ByteBuf frame =
                    Unpooled.buffer().writeInt(Header.MAGIC).writeShort(0).writeShort(length);
            assertThatThrownBy(() -> Header.lengthAt(frame, 0))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessage("header length " + length + " out of bounds 80 to 512");
        }
        assertThat(Header.lengthAt(
                        Unpooled.buffer().writeInt(Header.MAGIC).writeShort(0).writeShort(512), 0))
                .isEqualTo(512);
    }

    @Test
    void aReplyCarriesWhatIdentifiesItsRequestAndNothingElse() {
        Header request = random(5);
        Header reply = random(6).replyTo(request);
        Header expected = new Header().clear();
        expected.opcode = request.opcode;
        expected.flags = Header.FLAG_REPLY;
        expected.requestId = request.requestId;
        expected.slot = request.slot;
        expected.generation = request.generation;
        expected.fileId = request.fileId;
        expected.objectOffset = request.objectOffset;
        expected.length = request.length;
        expected.stripe = request.stripe;
        assertSame(reply, expected);
    }

    @Test
    void copyingAndClearingTakeEveryField() {
        Header header = random(7);
        header.headerLength = 96;
        assertSame(new Header().copyOf(header), header);
        assertSame(random(8).clear(), new Header().clear());
        assertThat(header.clear().version).isEqualTo(Header.VERSION);
    }
}
