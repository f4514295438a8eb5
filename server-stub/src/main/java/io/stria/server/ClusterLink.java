package io.stria.server;

import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.namespace.NamespaceClient;
import io.stria.impl.target.AddressBook;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.target.TargetContext;
import io.stria.impl.transport.EventLoops;
import io.stria.server.membership.Presence;
import io.stria.server.membership.Registry;
import io.stria.wire.Messages;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's way to the namespace of its cluster. */
abstract class ClusterLink implements Registry, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterLink.class);
    /** A server that was killed is missed at once by its connections; one that lost its network after a while. */
    private static final Duration BUSY_PATIENCE = Duration.ofSeconds(3);

    private static final long RETRY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The namespace is in this process. */
    static ClusterLink local(NamespaceRequests namespace) {
        return new ClusterLink() {
            @Override
            public CompletableFuture<Messages.JoinReply> joinOnce(Messages.Join request) {
                return namespace.join(request, Presence.LOCAL);
            }

            @Override
            public CompletableFuture<Messages.Orders> poll(Messages.Poll report) {
                return namespace.poll(report, Presence.LOCAL);
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
            public CompletableFuture<Messages.Orders> poll(Messages.Poll report) {
                return client.poll(report);
            }

            @Override
            public void close() {
                client.closeAsync();
            }
        };
    }

    abstract CompletableFuture<Messages.JoinReply> joinOnce(Messages.Join request);

    /** Joins, waiting for a namespace server that is still starting, or takes this one's predecessor for alive. Blocks. */
    Messages.JoinReply join(Messages.Join request, Duration patience) throws StriaException {
        long beganNs = System.nanoTime();
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
            boolean isBusy = failure.code() == ErrorCode.BUSY;
            boolean mayPass =
                    isBusy || failure.code() == ErrorCode.UNREACHABLE || failure.code() == ErrorCode.UNKNOWN_OUTCOME;
            long waitedNs = System.nanoTime() - beganNs;
            if (!mayPass || (isBusy && waitedNs >= BUSY_PATIENCE.toNanos())) {
                throw failure;
            }
            if (waitedNs >= patience.toNanos()) {
                throw new StriaException(
                        failure.code(),
                        "cluster not joined within " + patience.toMillis() + " ms: " + failure.getMessage(),
                        failure);
            }
            if (isFirst) {
                LOG.info("waiting to join the cluster reason=\"{}\"", failure.getMessage());
                isFirst = false;
            }
            LockSupport.parkNanos(RETRY_PAUSE_NS);
        }
    }

    @Override
    public abstract void close();
}
