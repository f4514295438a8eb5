package io.stria.server.connection;

import io.stria.server.store.ObjectIo;
import io.stria.wire.Header;
import io.stria.wire.MemoryBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A request from its arrival until its reply has left. Pooled by its connection; while it is with the store its fields
 * are the store's, otherwise it is confined to the connection's event loop.
 */
final class ServerRequest extends ObjectIo {
    final Header reply = new Header();
    private final ServerConnection connection;
    private final SendBuf headerBuf;
    private final SendBuf payloadBuf;
    private final CRC32C crc = new CRC32C();

    @Nullable
    PayloadBuffer payload;
    /** Where in the payload memory the object's bytes begin. */
    int phase;

    boolean wantsCrc;
    int payloadCrc;
    /** The reply's message body, for what is not data. */
    byte @Nullable [] body;

    int sendsInFlight;

    ServerRequest(ServerConnection connection, ByteBuffer headers, long headersAddress, int index) {
        this.connection = connection;
        this.headerBuf = new SendBuf(this);
        this.payloadBuf = new SendBuf(this);
        headerBuf.set(headers, headersAddress, index * Header.BYTES, Header.BYTES);
    }

    /** Runs on whichever thread the store ends it on; the checksum is taken here, so that event loops need not. */
    @Override
    public void completed() {
        if (wantsCrc && error == null && transferred > 0) {
            sum(0, transferred);
            payloadCrc = sum();
        }
        connection.ended(this);
    }

    /** Adds bytes of the payload to its sum. */
    void sum(int from, int count) {
        PayloadBuffer buffer = payload;
        if (buffer != null) {
            int at = phase + from;
            crc.update(buffer.view.limit(at + count).position(at));
        }
    }

    /** The sum of what was added since the last one was taken. */
    int sum() {
        int value = (int) crc.getValue();
        crc.reset();
        return value;
    }

    MemoryBuf headerBuf() {
        return headerBuf;
    }

    MemoryBuf payloadBuf() {
        return payloadBuf;
    }

    /** Forgets everything of this use. */
    void clear() {
        payload = null;
        memory = null;
        body = null;
        error = null;
        wantsCrc = false;
        crc.reset();
        transferred = 0;
        objectSize = 0;
        payloadBuf.reset();
    }

    private static final class SendBuf extends MemoryBuf {
        private final ServerRequest request;

        SendBuf(ServerRequest request) {
            this.request = request;
        }

        @Override
        protected void released() {
            request.connection.sendReleased(request);
        }
    }
}
