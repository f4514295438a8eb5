package io.stria.wire;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/**
 * The fixed header in front of every frame, big-endian. It is followed by {@code headerLength - 80} bytes this version
 * does not know and skips, then by {@code payloadLength} bytes of payload or message body.
 *
 * <pre>
 *  0               1               2               3
 *  0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 * +---------------------------------------------------------------+
 * |                      magic  "STRI"                            |  0
 * +---------------+---------------+-------------------------------+
 * |    version    |    opcode     |         header length         |  4
 * +---------------+---------------+-------------------------------+
 * |  flags (high byte mandatory)  |            status             |  8
 * +-------------------------------+-------------------------------+
 * |                 remaining deadline, ms (0: none)              | 12
 * +---------------------------------------------------------------+
 * |                          request id                           | 16
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                             slot                              | 24
 * +---------------------------------------------------------------+
 * |                          generation                           | 28
 * +---------------------------------------------------------------+
 * |                            file id                            | 32
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                         object offset                         | 40
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                            length                             | 48
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                          object size                          | 56
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                            stripe                             | 64
 * +---------------------------------------------------------------+
 * |                        payload length                         | 68
 * +---------------------------------------------------------------+
 * |                        payload CRC32C                         | 72
 * +---------------------------------------------------------------+
 * |     header CRC32C (bytes 0-75, then 80 to header length)      | 76
 * +---------------------------------------------------------------+
 * </pre>
 *
 * A mutable holder of the decoded fields; one per connection and direction, confined to its event loop.
 */
public final class Header {
    /** "STRI". */
    public static final int MAGIC = 0x53545249;
    /** The only protocol version so far. */
    public static final int VERSION = 1;
    /** Bytes of the header this version writes. */
    public static final int BYTES = 80;
    /** The longest header accepted. */
    public static final int MAX_BYTES = 512;
    /** The longest message body accepted. */
    public static final int MAX_MESSAGE_BYTES = 1 << 20;

    /** The frame answers a request. */
    public static final int FLAG_REPLY = 1;
    /** The payload CRC32C is present; in a READ request: is wanted in the reply. */
    public static final int FLAG_PAYLOAD_CRC = 1 << 1;
    /** Flags the receiver must know or refuse the frame. */
    public static final int MANDATORY_FLAGS = 0xFF00;

    private static final int CRC_AT = 76;

    public int version;
    public int opcode;
    public int headerLength;
    public int flags;
    public int status;
    public int deadlineMs;
    public long requestId;
    public int slot;
    public int generation;
    public long fileId;
    public long objectOffset;
    public long length;
    public long objectSize;
    public int stripe;
    public int payloadLength;
    public int payloadCrc;

    private final CRC32C crc = new CRC32C();
    /** The header's bytes while they are summed; a view of the buffer would have to be made each time. */
    private final byte[] summed = new byte[MAX_BYTES];

    /** Sets every field to zero and the version and header length to this version's. */
    public Header clear() {
        version = VERSION;
        headerLength = BYTES;
        opcode = 0;
        flags = 0;
        status = 0;
        deadlineMs = 0;
        requestId = 0;
        slot = 0;
        generation = 0;
        fileId = 0;
        objectOffset = 0;
        length = 0;
        objectSize = 0;
        stripe = 0;
        payloadLength = 0;
        payloadCrc = 0;
        return this;
    }

    /** Makes this the reply to a request: all its identifying fields, status 0, no payload. */
    public Header replyTo(Header request) {
        version = VERSION;
        headerLength = BYTES;
        opcode = request.opcode;
        flags = FLAG_REPLY;
        status = 0;
        deadlineMs = 0;
        requestId = request.requestId;
        slot = request.slot;
        generation = request.generation;
        fileId = request.fileId;
        objectOffset = request.objectOffset;
        length = request.length;
        objectSize = 0;
        stripe = request.stripe;
        payloadLength = 0;
        payloadCrc = 0;
        return this;
    }

    /** Copies every field of another header. */
    public Header copyOf(Header from) {
        replyTo(from);
        version = from.version;
        headerLength = from.headerLength;
        flags = from.flags;
        status = from.status;
        deadlineMs = from.deadlineMs;
        objectSize = from.objectSize;
        payloadLength = from.payloadLength;
        payloadCrc = from.payloadCrc;
        return this;
    }

    public boolean isReply() {
        return (flags & FLAG_REPLY) != 0;
    }

    public boolean hasPayloadCrc() {
        return (flags & FLAG_PAYLOAD_CRC) != 0;
    }

    /**
     * Writes the header, with its checksum, into a direct buffer of exactly {@link #BYTES}, from index 0, and makes it
     * readable as a whole. The buffer stays the caller's.
     */
    public void encode(ByteBuf out) {
        out.setInt(0, MAGIC);
        out.setByte(4, version);
        out.setByte(5, opcode);
        out.setShort(6, headerLength);
        out.setShort(8, flags);
        out.setShort(10, status);
        out.setInt(12, deadlineMs);
        out.setLong(16, requestId);
        out.setInt(24, slot);
        out.setInt(28, generation);
        out.setLong(32, fileId);
        out.setLong(40, objectOffset);
        out.setLong(48, length);
        out.setLong(56, objectSize);
        out.setInt(64, stripe);
        out.setInt(68, payloadLength);
        out.setInt(72, payloadCrc);
        out.setInt(CRC_AT, checksum(out, 0, BYTES));
        out.setIndex(0, BYTES);
    }

    /**
     * The header's length as its first bytes say, checked, so that the rest can be waited for.
     *
     * @param in holds at least 8 bytes at {@code at}
     * @throws ProtocolException if this is no header of a version with that length
     */
    static int lengthAt(ByteBuf in, int at) throws ProtocolException {
        if (in.getInt(at) != MAGIC) {
            throw new ProtocolException(
                    String.format("not a Stria frame (magic %08x instead of %08x)", in.getInt(at), MAGIC));
        }
        int headerLength = in.getUnsignedShort(at + 6);
        if (headerLength < BYTES || headerLength > MAX_BYTES) {
            throw new ProtocolException("header length " + headerLength + " out of bounds 80 to 512");
        }
        return headerLength;
    }

    /**
     * Reads and verifies a header.
     *
     * @param in holds {@link #lengthAt} bytes at {@code at}; its indexes are not moved
     * @throws ProtocolException if its checksum is wrong
     */
    public void decode(ByteBuf in, int at) throws ProtocolException {
        headerLength = lengthAt(in, at);
        int expected = in.getInt(at + CRC_AT);
        int actual = checksum(in, at, headerLength);
        if (expected != actual) {
            throw new ProtocolException(String.format("header checksum %08x instead of %08x", actual, expected));
        }
        version = in.getUnsignedByte(at + 4);
        opcode = in.getUnsignedByte(at + 5);
        flags = in.getUnsignedShort(at + 8);
        status = in.getUnsignedShort(at + 10);
        deadlineMs = in.getInt(at + 12);
        requestId = in.getLong(at + 16);
        slot = in.getInt(at + 24);
        generation = in.getInt(at + 28);
        fileId = in.getLong(at + 32);
        objectOffset = in.getLong(at + 40);
        length = in.getLong(at + 48);
        objectSize = in.getLong(at + 56);
        stripe = in.getInt(at + 64);
        payloadLength = in.getInt(at + 68);
        payloadCrc = in.getInt(at + 72);
    }

    private int checksum(ByteBuf frame, int at, int headerLength) {
        frame.getBytes(at, summed, 0, headerLength);
        crc.reset();
        crc.update(summed, 0, CRC_AT);
        crc.update(summed, BYTES, headerLength - BYTES);
        return (int) crc.getValue();
    }

    @Override
    public String toString() {
        return "opcode=" + opcode + " flags=" + flags + " status=" + status + " requestId=" + requestId + " slot="
                + slot
                + "/" + generation + " object=" + fileId + "." + stripe + " objectOffset=" + objectOffset + " length="
                + length + " payload=" + payloadLength;
    }
}
