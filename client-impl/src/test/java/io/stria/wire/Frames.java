package io.stria.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/** Makes frames as a peer sends them. */
final class Frames {
    private Frames() {}

    /** A frame with a header of this length. */
    static byte[] frame(int requestId, byte[] payload, int headerLength) {
        return frame(requestId, payload, headerLength, 0);
    }

    static byte[] frame(int requestId, byte[] payload, int headerLength, int flags) {
        Header header = new Header().clear();
        header.opcode = Opcode.WRITE;
        header.flags = flags;
        header.requestId = requestId;
        header.payloadLength = payload.length;
        MemoryBuf known = new MemoryBuf();
        known.set(ByteBuffer.allocateDirect(Header.BYTES), MemoryBuf.NO_ADDRESS, 0, Header.BYTES);
        header.encode(known);
        known.setShort(6, headerLength);
        ByteBuf out = Unpooled.buffer(headerLength + payload.length);
        out.writeBytes(known);
        for (int i = Header.BYTES; i < headerLength; i++) {
            out.writeByte(i * 7);
        }
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, 76);
        crc.update(out.array(), Header.BYTES, headerLength - Header.BYTES);
        out.setInt(76, (int) crc.getValue());
        out.writeBytes(payload);
        return out.array();
    }

    static byte[] frame(int requestId, byte[] payload) {
        return frame(requestId, payload, Header.BYTES);
    }

    static byte[] payload(int requestId, int length) {
        byte[] payload = new byte[length];
        new Random(requestId).nextBytes(payload);
        return payload;
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
