package io.stria.server;

import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.namespace.NamespaceClient;
import io.stria.impl.target.AddressBook;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.target.TargetContext;
import io.stria.impl.transport.EventLoops;
import io.stria.server.membership.Registry;
import io.stria.server.namespace.Namespace;
import io.stria.wire.Messages;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's way to the namespace of its cluster. */
abstract class ClusterLink implements Registry, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterLink.class);
    /** The namespace is in this process. */
    static ClusterLink local(Namespace namespace) {
        return new ClusterLink() {
            @Override
            public CompletableFuture<Messages.JoinReply> joinOnce(Messages.Join request) {
                return namespace.join(request);
            }

            @Override
            public CompletableFuture<Messages.Destroyed> destroyQueue(Messages.Destroyed done) {
                return namespace.destroyQueue(done);
            }

            @Override
            public void close() {}
        };
    }

    /** The namespace is on another server. */
    static ClusterLink remote(String address, EventLoops loops) throws StriaException {
        List<InetSocketAddress> addresses;
        try {
            addresses = List.of(AddressBook.parse(address));
        } catch (IllegalArgumentException e) {
            throw new StriaException(ErrorCode.INVALID_ARGUMENT, "--join: " + e.getMessage(), e);
        }
        TargetContext context = new TargetContext(
                ClientConfig.of("stria://" + address + "/"),
                loops,
                new ClientCounters(),
                new SecureRandom().nextLong(),
                System::nanoTime);
        NamespaceClient client = new NamespaceClient(context, loops.group().next(), () -> addresses);
        return new ClusterLink() {
            @Override
            public CompletableFuture<Messages.JoinReply> joinOnce(Messages.Join request) {
                return client.join(request);
            }

            @Override
            public CompletableFuture<Messages.Destroyed> destroyQueue(Messages.Destroyed done) {
                return client.destroyQueue(done);
            }

            @Override
            public void close() {
                client.closeAsync();
            }
        };
    }

    abstract CompletableFuture<Messages.JoinReply> joinOnce(Messages.Join request);

    /** Joins, waiting for a namespace server that is still starting. Blocks. */
    Messages.JoinReply join(Messages.Join request, Duration patience) throws StriaException {
        long giveUpNs = System.nanoTime() + patience.toNanos();
        boolean isFirst = true;
        while (true) {
            StriaException failure;
            try {
                Messages.JoinReply reply = joinOnce(request).get();
                if (reply.numbers().size() != request.targetIds().size()) {
                    throw new StriaException(ErrorCode.PROTOCOL_ERROR, "namespace answered join with " + reply);
                }
                return reply;
            } catch (ExecutionException e) {
                failure = e.getCause() instanceof StriaException stria
                        ? stria
                        : new StriaException(ErrorCode.INTERNAL, "join failed: " + e.getCause(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StriaException(ErrorCode.CLOSED, "interrupted while joining the cluster", e);
            }
            boolean mayPass = failure.code() == ErrorCode.UNREACHABLE || failure.code() == ErrorCode.UNKNOWN_OUTCOME;
            if (!mayPass) {
                throw failure;
            }
            if (System.nanoTime() - giveUpNs >= 0) {
                throw new StriaException(
                        failure.code(),
                        "cluster not joined within " + patience.toMillis() + " ms: " + failure.getMessage(),
                        failure);
            }
            if (isFirst) {
                LOG.info("waiting for the namespace server reason=\"{}\"", failure.getMessage());
                isFirst = false;
            }
        }
    }

    @Override
    public abstract void close();
}
