package io.stria.impl.target;

import io.stria.StriaException;
import io.stria.impl.transfer.MemoryCursor;
import io.stria.impl.transfer.Operation;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One slot of a connection's window: an RPC in flight, or none. It is free again when its reply has come and the
 * transport has let go of every buffer it was sent from. Its generation goes up with every use, so that a late reply
 * never meets the slot's next user. Preallocated; confined to the event loop.
 */
final class Rpc {
    final int slot;
    /** The header, sent from here. */
    final SendBuf headerBuf;
    /** Where the payload begins in the user's memory. */
    final MemoryCursor cursor = new MemoryCursor();

    int generation;

    @Nullable
    Operation operation;

    long objectOffset;
    int length;
    long sentNs;
    boolean isAnswered;
    boolean isExpired;
    /** Its reply is to be received without reading ahead. */
    boolean isOfLargeRead;
    /** How it ended, kept until the transport has let go of its memory as well. */
    @Nullable
    StriaException error;

    int moved;
    /** Heap memory goes through this. */
    @Nullable
    ByteBuffer bounce;
    /** Buffers the transport has not let go of. */
    int sendsInFlight;

    Rpc(int slot, SendBuf headerBuf) {
        this.slot = slot;
        this.headerBuf = headerBuf;
    }

    /** Whether this is the RPC that a reply answers. */
    boolean matches(Header reply) {
        return operation != null && !isAnswered && generation == reply.generation && operation.opcode() == reply.opcode;
    }

    /** A buffer that belongs to an RPC while it is being sent. */
    static final class SendBuf extends MemoryBuf {
        private final Connection connection;
        final boolean isHeader;

        @Nullable
        Rpc rpc;

        SendBuf(Connection connection, boolean isHeader) {
            this.connection = connection;
            this.isHeader = isHeader;
        }

        @Override
        protected void released() {
            connection.sendReleased(this);
        }
    }
}
