package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.ProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
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
        return hello(service, version, 77);
    }

    static byte[] hello(int service, int version, long session) {
        Header header = new Header().clear();
        header.opcode = Opcode.HELLO;
        return frame(
                header,
                new Messages.Hello(version, version, 0, session, service, 1 << 20, 16, new Random().nextLong(), 1)
                        .toBytes());
    }

    /** Reads one reply, which must be a good one; returns its body. */
    static byte[] awaitReply(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] bytes = new byte[Header.BYTES];
        in.readFully(bytes);
        Header reply = new Header();
        try {
            reply.decode(Unpooled.wrappedBuffer(bytes), 0);
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
        byte[] body = new byte[reply.payloadLength];
        in.readFully(body);
        assertThat(reply.status).as("status of %s", reply).isZero();
        return body;
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
