package io.stria.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.connection.Services;
import io.stria.server.namespace.Namespace;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Takes namespace requests off the wire to the namespace, and ends the handles of clients that went away. */
final class NamespaceRequests implements Services.NamespaceHandler {
    private static final byte[] NOTHING = {};

    private final Namespace namespace;
    /** Connections of each session; a session ends with its last one. */
    private final Map<Long, Integer> connections = new HashMap<>();

    NamespaceRequests(Namespace namespace) {
        this.namespace = namespace;
    }

    @Override
    public CompletableFuture<byte[]> handle(Header request, byte[] body, long session) throws StriaException {
        ByteBuf in = Unpooled.wrappedBuffer(body);
        return switch (request.opcode) {
            case Opcode.OPEN -> bytes(namespace.open(Messages.read(in, Messages.Open::read), session));
            case Opcode.CLOSE -> nothing(namespace.close(Messages.read(in, Messages.Close::read), session));
            case Opcode.STAT -> bytes(namespace.stat(path(in)));
            case Opcode.LIST -> bytes(namespace.list(Messages.read(in, Messages.ListPage::read)));
            case Opcode.RENAME -> nothing(namespace.rename(Messages.read(in, Messages.Rename::read)));
            case Opcode.REMOVE -> nothing(namespace.remove(path(in)));
            case Opcode.MKDIR -> nothing(namespace.mkdir(path(in)));
            case Opcode.TARGETS -> bytes(namespace.targets());
            case Opcode.JOIN -> bytes(namespace.join(Messages.read(in, Messages.Join::read)));
            case Opcode.DESTROY_QUEUE -> bytes(namespace.destroyQueue(Messages.read(in, Messages.Destroyed::read)));
            default ->
                throw new StriaException(
                        ErrorCode.UNSUPPORTED, "operation " + request.opcode + " is not offered by this namespace");
        };
    }

    private static String path(ByteBuf in) throws StriaException {
        return Messages.read(in, Messages.PathName::read).path();
    }

    private static CompletableFuture<byte[]> bytes(CompletableFuture<? extends Messages.Body> answer) {
        return answer.thenApply(Messages.Body::toBytes);
    }

    private static CompletableFuture<byte[]> nothing(CompletableFuture<Void> answer) {
        return answer.thenApply(done -> NOTHING);
    }

    @Override
    public synchronized void connected(long session) {
        connections.merge(session, 1, Integer::sum);
    }

    @Override
    public synchronized void disconnected(long session) {
        if (connections.merge(session, -1, Integer::sum) <= 0) {
            connections.remove(session);
            namespace.sessionEnded(session);
        }
    }
}
