package io.stria.server.membership;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.JoinReply;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which targets are being served now, and by whom: so that a copy of a target directory does not take the place of the
 * original while that is in use. A target is present as long as its server's session has a connection and was heard of
 * lately; every target asks each second what to do. Safe for many threads.
 */
public final class Presence {
    /** The session of the server that carries the namespace itself; always there. */
    public static final long LOCAL = 0;

    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private record Server(long session, String address, long heardNs) {}

    private final LongSupplier clockNs;
    private final Map<String, Server> servers = new HashMap<>();
    private final Map<Integer, String> idOfNumber = new HashMap<>();
    private final Map<Integer, Long> heardNs = new HashMap<>();

    public Presence(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /**
     * To be asked before a join.
     *
     * @throws StriaException BUSY if another server serves one of the targets
     */
    public synchronized void check(Join request, long session) throws StriaException {
        for (String id : request.targetIds()) {
            Server server = servers.get(id);
            if (server != null && server.session != session && isPresent(server)) {
                throw new StriaException(
                        ErrorCode.BUSY,
                        "target " + id + " is being served at " + server.address
                                + ": stop that server first, or if this directory is a copy begin with an empty one"
                                + " (address=" + request.address() + ")");
            }
        }
    }

    private boolean isPresent(Server server) {
        return server.session == LOCAL || clockNs.getAsLong() - server.heardNs < SILENCE_NS;
    }

    /** The targets have joined. */
    public synchronized void joined(Join request, JoinReply reply, long session) {
        for (int i = 0; i < reply.numbers().size(); i++) {
            String id = request.targetIds().get(i);
            servers.put(id, new Server(session, request.address(), clockNs.getAsLong()));
            idOfNumber.put(reply.numbers().get(i), id);
        }
    }

    /** A target has asked what to do. */
    public synchronized void heard(int number, long session) {
        long nowNs = clockNs.getAsLong();
        heardNs.put(number, nowNs);
        String id = idOfNumber.get(number);
        if (id != null) {
            servers.computeIfPresent(
                    id,
                    (key, server) -> server.session == session ? new Server(session, server.address, nowNs) : server);
        }
    }

    /** Whether a target has fallen silent. One that was never heard of may be about to speak up. */
    public synchronized boolean isSilent(int number) {
        Long last = heardNs.get(number);
        return last != null && clockNs.getAsLong() - last >= SILENCE_NS;
    }

    /** A session has no connection any more. */
    public synchronized void gone(long session) {
        servers.values().removeIf(server -> server.session == session);
    }
}
