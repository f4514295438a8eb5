package io.stria.wire;

import java.nio.ByteBuffer;

/** Where the message bodies of one connection are received, one at a time; grows to the longest seen. */
public final class MessageBuffer {
    private static final int FIRST_BYTES = 4 << 10;

    private ByteBuffer memory = ByteBuffer.allocateDirect(FIRST_BYTES);

    /**
     * Makes room for the body a header announces.
     *
     * @throws ProtocolException if it is longer than a message may be
     */
    public void begin(Header header) throws ProtocolException {
        if (header.payloadLength < 0 || header.payloadLength > Header.MAX_MESSAGE_BYTES) {
            throw new ProtocolException(
                    "message body out of bounds 0 to " + Header.MAX_MESSAGE_BYTES + " in " + header);
        }
        if (header.payloadLength > memory.capacity()) {
            memory = ByteBuffer.allocateDirect(header.payloadLength);
        }
    }

    /** The memory in use now. */
    public ByteBuffer memory() {
        return memory;
    }

    /** Points a buffer at the bytes from {@code at} on. */
    public void nextPiece(MemoryBuf piece, long address, int at, int count) {
        piece.set(memory, address, at, count);
    }

    /** The bytes of a body that is complete. */
    public byte[] take(int length) {
        byte[] bytes = new byte[length];
        memory.get(0, bytes);
        return bytes;
    }
}
