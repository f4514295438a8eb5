package io.stria.jmh.perpage;

import java.nio.ByteBuffer;

/**
 * A transport that takes RPCs, touches no payload and sends nothing. It keeps sums that do not depend on how a range is
 * cut into pieces, so two paths that hand over the same bytes from the same places leave the same sums.
 */
public final class NullTransport {
    private long rpcs;
    private long pieces;
    private long bytes;
    private long objectMoment;
    private long memoryMoment;

    /** A piece of an RPC's payload, contiguous in memory. */
    void piece(int stripe, long objectOffset, ByteBuffer segment, int segmentOffset, int length) {
        pieces++;
        bytes += length;
        // The integral of 2x over the piece, which adds up over adjacent pieces.
        objectMoment += (stripe + 1) * (length * (2 * objectOffset + length));
        memoryMoment += (stripe + 1) * (length * (2L * segmentOffset + length)) + (segment.isDirect() ? 0 : 1);
    }

    /** The RPC whose pieces came before is complete. */
    void rpc() {
        rpcs++;
    }

    /** RPCs taken. */
    public long rpcs() {
        return rpcs;
    }

    /** Pieces taken. */
    public long pieces() {
        return pieces;
    }

    /** Payload bytes taken. */
    public long bytes() {
        return bytes;
    }

    /** Equal for equal sets of bytes of the same objects. */
    public long objectMoment() {
        return objectMoment;
    }

    /** Equal for equal sets of bytes of the same memory. */
    public long memoryMoment() {
        return memoryMoment;
    }
}
