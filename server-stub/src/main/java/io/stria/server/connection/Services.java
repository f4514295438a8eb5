package io.stria.server.connection;

import io.stria.StriaException;
import io.stria.server.store.ObjectStore;
import io.stria.wire.Header;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a server offers on its port; asked by every connection. Safe for many threads. */
public interface Services {

    /** The store of a target, or null if this server has no such target (yet). */
    @Nullable
    ObjectStore target(int number);

    /** The namespace, or null if another server carries it. */
    @Nullable
    NamespaceHandler namespace();

    /** {@code host:port} of the server that carries the namespace, empty if that is this one. */
    String namespaceAddress();

    /** A number that is unique for every start of the server. */
    long verifier();

    /** Answers namespace requests. */
    interface NamespaceHandler {

        /** The body of the reply. Returns at once; must not throw. */
        CompletableFuture<byte[]> handle(Header request, byte[] body, long session) throws StriaException;

        /** How long the handles of a session without a connection are kept. */
        int sessionTimeoutMs();

        /** A connection of the session has greeted. */
        void connected(long session);

        /** A connection of the session has ended. */
        void disconnected(long session);
    }
}
