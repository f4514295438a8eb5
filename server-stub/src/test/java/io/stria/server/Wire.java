package io.stria.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/** Frames as bytes, right and wrong ones. */
final class Wire {
    private static final int CRC_AT = 76;

    private Wire() {}

    static byte[] hello(int service) {
        return hello(service, Header.VERSION);
    }

    static byte[] hello(int service, int version) {
        Header header = new Header().clear();
        header.opcode = Opcode.HELLO;
        return frame(
                header,
                new Messages.Hello(version, version, 0, 77, service, 1 << 20, 16, new Random().nextLong()).toBytes());
    }

    static Header header(int opcode, long fileId, long objectOffset, long length) {
        Header header = new Header().clear();
        header.opcode = opcode;
        header.fileId = fileId;
        header.objectOffset = objectOffset;
        header.length = length;
        return header;
    }

    static byte[] frame(Header header, byte[] payload) {
        header.payloadLength = payload.length;
        return concat(encoded(header), payload);
    }

    static byte[] encoded(Header header) {
        ByteBuf out = Unpooled.directBuffer(Header.BYTES, Header.BYTES);
        try {
            header.encode(out);
            byte[] bytes = new byte[Header.BYTES];
            out.getBytes(0, bytes);
            return bytes;
        } finally {
            out.release();
        }
    }

    /** Makes the checksum of a frame's header right again. */
    static void repair(byte[] frame) {
        CRC32C crc = new CRC32C();
        crc.update(frame, 0, CRC_AT);
        ByteBuffer.wrap(frame).putInt(CRC_AT, (int) crc.getValue());
    }

    static int crc(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload, 0, payload.length);
        return (int) crc.getValue();
    }

    static byte[] concat(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }
}
