package io.stria.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.connection.Services;
import io.stria.server.membership.Presence;
import io.stria.server.membership.Sessions;
import io.stria.server.namespace.Namespace;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Takes namespace requests off the wire to the namespace, and ends the handles of clients that went away. */
final class NamespaceRequests implements Services.NamespaceHandler {
    private static final byte[] NOTHING = {};

    private final Namespace namespace;
    private final Presence presence = new Presence(System::nanoTime);
    private final ScheduledExecutorService timer;
    private final long sessionTimeoutMs;
    private final Sessions sessions;

    /**
     * Makes it.
     *
     * @param timer ends sessions
     * @param sessionTimeoutMs how long a client may be away before its handles are ended
     */
    NamespaceRequests(Namespace namespace, ScheduledExecutorService timer, long sessionTimeoutMs) {
        this.namespace = namespace;
        this.timer = timer;
        this.sessionTimeoutMs = sessionTimeoutMs;
        sessions = new Sessions(timer, sessionTimeoutMs, namespace::sessionEnded);
        namespace.watch(presence::isSilent, sessions::doneAsOf);
    }

    /** Clients from before the start can come back from now on, and have the session timeout for it. */
    void reachable() {
        timer.schedule(() -> namespace.recovered(sessions.recovered()), sessionTimeoutMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public int sessionTimeoutMs() {
        return (int) Math.min(Integer.MAX_VALUE, sessionTimeoutMs);
    }

    @Override
    public CompletableFuture<byte[]> handle(Header request, byte[] body, long session) throws StriaException {
        ByteBuf in = Unpooled.wrappedBuffer(body);
        return switch (request.opcode) {
            case Opcode.OPEN -> bytes(namespace.open(Messages.read(in, Messages.Open::read), session));
            case Opcode.REOPEN -> nothing(namespace.reopen(Messages.read(in, Messages.Reopen::read), session));
            case Opcode.CLOSE -> nothing(namespace.close(Messages.read(in, Messages.Close::read), session));
            case Opcode.STAT -> bytes(namespace.stat(path(in)));
            case Opcode.LIST -> bytes(namespace.list(Messages.read(in, Messages.ListPage::read)));
            case Opcode.RENAME -> nothing(namespace.rename(Messages.read(in, Messages.Rename::read)));
            case Opcode.REMOVE -> nothing(namespace.remove(path(in)));
            case Opcode.MKDIR -> nothing(namespace.mkdir(path(in)));
            case Opcode.SET_LAYOUT -> nothing(namespace.setLayout(Messages.read(in, Messages.SetLayout::read)));
            case Opcode.REPAIR_SIZE -> nothing(namespace.repairSize(Messages.read(in, Messages.RepairSize::read)));
            case Opcode.TARGETS -> bytes(namespace.targets());
            case Opcode.JOIN -> bytes(join(Messages.read(in, Messages.Join::read), session));
            case Opcode.POLL -> bytes(poll(Messages.read(in, Messages.Poll::read), session));
            default ->
                throw new StriaException(
                        ErrorCode.UNSUPPORTED, "operation " + request.opcode + " is not offered by this namespace");
        };
    }

    /** Registers targets, unless another server serves them now. */
    CompletableFuture<Messages.JoinReply> join(Messages.Join request, long session) {
        try {
            presence.check(request, session);
        } catch (StriaException e) {
            return CompletableFuture.failedFuture(e);
        }
        return namespace.join(request).thenApply(reply -> {
            presence.joined(request, reply, session);
            return reply;
        });
    }

    CompletableFuture<Messages.Orders> poll(Messages.Poll report, long session) {
        presence.heard(report.target(), session);
        return namespace
                .destroyed(report.target(), report.destroyed())
                .thenApply(next -> sessions.orders(report, next));
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
    public void connected(long session) {
        sessions.connected(session);
    }

    /** A client that has lost its connection comes back with the same session, and finds its handles. */
    @Override
    public void disconnected(long session) {
        if (sessions.disconnected(session)) {
            presence.gone(session);
        }
    }
}
