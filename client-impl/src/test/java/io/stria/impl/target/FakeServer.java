package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.ErrorCode;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.Status;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A server that does what a test tells it, one step after the other, on the test's own thread. Every step waits for the
 * client as long as it has to, so that no test depends on time.
 */
final class FakeServer implements AutoCloseable {
    private static final int PATIENCE_MS = 60_000;

    private final ServerSocket listening;

    FakeServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listening.setSoTimeout(PATIENCE_MS);
    }

    InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", listening.getLocalPort());
    }

    String hostAndPort() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** The client's next connection. */
    Peer accept() throws IOException {
        Socket socket = listening.accept();
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
        return new Peer(socket);
    }

    /** The client's next connection, greeted. */
    Peer accept(int window) throws IOException {
        Peer peer = accept();
        peer.greet(window);
        return peer;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    /** What the client sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Frame(Header header, byte[] payload) {
        boolean isWrite() {
            return header.opcode == Opcode.WRITE;
        }
    }

    /** One connection. */
    static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;

        Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
        }

        /** The next frame's header; its payload stays unread. */
        Header nextHeader() throws IOException {
            byte[] bytes = new byte[Header.BYTES];
            in.readFully(bytes);
            Header header = new Header();
            header.decode(Unpooled.wrappedBuffer(bytes), 0);
            return header;
        }

        Frame next() throws IOException {
            Header header = nextHeader();
            return new Frame(header, payloadOf(header));
        }

        byte[] payloadOf(Header header) throws IOException {
            byte[] payload = new byte[header.payloadLength];
            in.readFully(payload);
            if (header.opcode == Opcode.WRITE && header.hasPayloadCrc()) {
                assertThat(crc(payload)).isEqualTo(header.payloadCrc);
            }
            return payload;
        }

        /** The next frame, which must have this opcode. */
        Frame next(int opcode) throws IOException {
            Frame frame = next();
            assertThat(frame.header.opcode).as(frame.header.toString()).isEqualTo(opcode);
            return frame;
        }

        Messages.Hello hello() throws IOException {
            return Messages.read(Unpooled.wrappedBuffer(next(Opcode.HELLO).payload), Messages.Hello::read);
        }

        void greet(int window) throws IOException {
            hello();
            welcome(new Messages.HelloReply(Header.VERSION, 0, 1, 64 << 20, window, 1, 0, ""));
        }

        void welcome(Messages.HelloReply reply) throws IOException {
            Header header = new Header().clear();
            header.opcode = Opcode.HELLO;
            header.flags = Header.FLAG_REPLY;
            send(header, reply.toBytes());
        }

        /** Says that a request was done; a read gets what the fake objects hold. */
        void answer(Frame request) throws IOException {
            byte[] payload = request.header.opcode == Opcode.READ ? content(request.header) : new byte[0];
            answer(request, payload);
        }

        void answer(Frame request, byte[] payload) throws IOException {
            Header reply = new Header().replyTo(request.header);
            if (request.header.opcode == Opcode.READ && request.header.hasPayloadCrc()) {
                reply.flags |= Header.FLAG_PAYLOAD_CRC;
                reply.payloadCrc = crc(payload);
            }
            send(reply, payload);
        }

        void refuse(Frame request, ErrorCode code, String text) throws IOException {
            Header reply = new Header().replyTo(request.header);
            reply.status = Status.of(code);
            send(reply, new Messages.ErrorText(text).toBytes());
        }

        void send(Header header, byte[] payload) throws IOException {
            header.payloadLength = payload.length;
            send(Unpooled.wrappedBuffer(encoded(header), payload));
        }

        static byte[] encoded(Header header) {
            MemoryBuf encoded = new MemoryBuf();
            encoded.set(ByteBuffer.allocateDirect(Header.BYTES), MemoryBuf.NO_ADDRESS, 0, Header.BYTES);
            header.encode(encoded);
            byte[] bytes = new byte[Header.BYTES];
            encoded.readBytes(bytes);
            return bytes;
        }

        private void send(ByteBuf frame) throws IOException {
            byte[] bytes = new byte[frame.readableBytes()];
            frame.readBytes(bytes);
            send(bytes);
        }

        void send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
        }

        /** Answers whatever comes, on a thread of its own, until the connection is closed. */
        Thread answerAll(Consumer<Frame> look) {
            Thread thread = new Thread(() -> {
                try {
                    while (true) {
                        Frame frame = next();
                        look.accept(frame);
                        answer(frame);
                    }
                } catch (EOFException | SocketException closed) {
                    // the test is over
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        /** Waits until the client closes the connection. */
        void awaitClosed() throws IOException {
            try {
                while (in.read() >= 0) {}
            } catch (EOFException | SocketException closed) {
                assertThat(socket.isClosed()).isFalse();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** What the fake objects hold at the range of a read. */
    static byte[] content(Header read) {
        return content(read.objectOffset, (int) read.length);
    }

    static byte[] content(long objectOffset, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (((objectOffset + i) * 31) >> 3);
        }
        return bytes;
    }
}
