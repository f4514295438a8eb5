package io.stria.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.transport.EventLoops;
import io.stria.impl.transport.SocketErrors;
import io.stria.server.connection.ConnectionLimits;
import io.stria.server.connection.PayloadPool;
import io.stria.server.connection.ServerConnection;
import io.stria.server.connection.Services;
import io.stria.server.connection.Succession;
import io.stria.server.membership.TargetPoll;
import io.stria.server.namespace.Namespace;
import io.stria.server.store.ObjectStore;
import io.stria.wire.Messages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reference server: some targets, and the namespace if it carries it, on one port. Started by {@link #start}, stopped
 * by {@link #close()}; both block. Several can run in one process.
 */
public final class StriaServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StriaServer.class);

    /** Connections beyond the bound that are told so, rather than just closed. */
    private static final int REFUSED_CONNECTIONS = 64;

    private final ServerConfig config;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Map<Integer, ObjectStore> storesByNumber = new ConcurrentHashMap<>();
    /** What has to be closed, newest first. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private final Succession succession = new Succession();
    private final List<TargetStore> targets = new ArrayList<>();
    private @Nullable PayloadPool pool;
    private int port;
    private boolean isClosed;

    private StriaServer(ServerConfig config) {
        this.config = config;
    }

    /**
     * Starts a server and waits until it can be used.
     *
     * @param config what it serves, and where
     * @return the running server, owned by the caller
     * @throws StriaException if its port is taken, a directory cannot be used, or the cluster cannot be joined; the
     *     message says what to do
     */
    public static StriaServer start(ServerConfig config) throws StriaException {
        StriaServer server = new StriaServer(config);
        try {
            server.run();
            return server;
        } catch (StriaException e) {
            server.closeSuppressing(e);
            throw e;
        } catch (IOException | RuntimeException e) {
            StriaException failure =
                    new StriaException(ErrorCode.IO_ERROR, "server cannot start: " + e.getMessage(), e);
            server.closeSuppressing(failure);
            throw failure;
        }
    }

    private void run() throws IOException {
        EventLoops loops = new EventLoops(config.transport(), config.ioThreads(), "stria-server");
        open.push(() -> loops.shutdown().await(10, TimeUnit.SECONDS));
        int alignment = 1;
        for (Path path : config.targets()) {
            TargetStore target = TargetStore.open(path, config);
            open.push(target);
            targets.add(target);
            alignment = Math.max(alignment, target.store().alignment());
        }
        NamespaceRequests namespace = null;
        Path namespacePath = config.namespace();
        if (namespacePath != null) {
            Namespace names = Namespace.open(namespacePath);
            open.push(names);
            namespace = new NamespaceRequests(
                    names, loops.group(), config.sessionTimeout().toMillis());
        }
        ServerServices services = new ServerServices(
                storesByNumber, namespace, config.join() == null ? "" : config.join(), new SecureRandom().nextLong());
        PayloadPool payloads = new PayloadPool(config.payloadMemoryBytes(), config.maxRpcBytes(), alignment);
        pool = payloads;
        open.push(() -> connections.close().await(10, TimeUnit.SECONDS));
        Channel listener = listen(loops, services, payloads);
        open.push(() -> listener.close().await(10, TimeUnit.SECONDS));
        port = ((InetSocketAddress) listener.localAddress()).getPort();
        if (namespace != null) {
            namespace.reachable();
        }
        join(loops, namespace);
        LOG.info(
                "server started address={} targets={} namespace={} store={} direct={} transport={}",
                address(),
                storesByNumber.keySet(),
                namespacePath == null ? config.join() : namespacePath,
                config.store(),
                !config.isBuffered(),
                loops.transport());
    }

    private Channel listen(EventLoops loops, Services services, PayloadPool payloads) throws StriaException {
        ConnectionLimits limits = new ConnectionLimits(
                config.maxConnections(),
                config.maxRpcBytes(),
                config.maxWindow(),
                config.stallTimeout().toMillis());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(loops.serverChannels())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        int others = connections.size();
                        if (others >= limits.maxConnections() + REFUSED_CONNECTIONS) {
                            LOG.warn("connection closed, there are too many remote={}", channel.remoteAddress());
                            channel.close();
                            return;
                        }
                        ServerConnection connection = new ServerConnection(
                                services,
                                limits,
                                payloads,
                                succession,
                                loops.isAddressed(),
                                others >= limits.maxConnections());
                        channel.config().setRecvByteBufAllocator(connection.allocator());
                        channel.pipeline().addLast(connection);
                        connections.add(channel);
                    }
                });
        loops.keepAlive(config.sessionTimeout()).forEach(bootstrap::childOption);
        ChannelFuture binding = bootstrap.bind(config.host(), config.port()).awaitUninterruptibly();
        if (!binding.isSuccess()) {
            throw notListening(binding.cause());
        }
        return binding.channel();
    }

    private StriaException notListening(Throwable cause) {
        boolean isUnknown = cause instanceof UnresolvedAddressException;
        String reason = isUnknown ? "unknown host" : SocketErrors.reason(cause);
        String advice = isUnknown || reason.contains("assign")
                ? "give the name or address of an interface of this machine"
                : "is another server running there? choose another port";
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                "cannot listen on " + config.host() + ":" + config.port() + " (" + reason + "): " + advice,
                cause);
    }

    private void join(EventLoops loops, @Nullable NamespaceRequests namespace) throws StriaException {
        if (targets.isEmpty()) {
            return;
        }
        ClusterLink link = namespace != null
                ? ClusterLink.local(namespace)
                : ClusterLink.remote(String.valueOf(config.join()), loops);
        open.push(link);
        String clusterId = commonCluster();
        Messages.JoinReply reply = link.join(
                new Messages.Join(
                        clusterId,
                        advertised(),
                        targets.stream().map(TargetStore::targetId).toList()),
                config.joinTimeout());
        for (int i = 0; i < targets.size(); i++) {
            TargetStore target = targets.get(i);
            int number = reply.numbers().get(i);
            if (target.number() != number || !target.clusterId().equals(reply.clusterId())) {
                target.joined(reply.clusterId(), number);
            }
            storesByNumber.put(number, target.store());
            TargetPoll poll = new TargetPoll(link, loops.group(), number, target.store(), clientsOf(number));
            open.push(poll::stop);
            poll.start();
        }
    }

    private TargetPoll.Clients clientsOf(int target) {
        return new TargetPoll.Clients() {
            @Override
            public List<Long> sessions() {
                return succession.sessions(target);
            }

            @Override
            public void evict(List<Long> sessions) {
                succession.evict(target, sessions);
            }
        };
    }

    private String commonCluster() throws StriaException {
        List<String> clusters = targets.stream()
                .map(TargetStore::clusterId)
                .filter(id -> !id.isEmpty())
                .distinct()
                .toList();
        if (clusters.size() > 1) {
            throw new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    "target directories belong to different clusters " + clusters
                            + ": start a server for each cluster");
        }
        return clusters.isEmpty() ? "" : clusters.get(0);
    }

    private String advertised() {
        String advertise = config.advertise();
        return advertise != null ? advertise : address();
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** {@code host:port} it listens on. */
    public String address() {
        return config.host() + ":" + port;
    }

    /** Payload buffers that requests hold now. */
    int payloadBuffersInUse() {
        return pool == null ? 0 : pool.inUse();
    }

    /** Connections that are open now. */
    int openConnections() {
        return connections.size();
    }

    /** The numbers of its targets. */
    public List<Integer> targetNumbers() {
        return storesByNumber.keySet().stream().sorted().toList();
    }

    private void closeSuppressing(Exception first) {
        try {
            close();
        } catch (StriaException e) {
            first.addSuppressed(e);
        }
    }

    /**
     * Stops taking requests, waits for those in progress, and closes everything. Idempotent.
     *
     * @throws StriaException the first failure, the others suppressed onto it
     */
    @Override
    public synchronized void close() throws StriaException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        StriaException failure = null;
        for (AutoCloseable closeable = open.poll(); closeable != null; closeable = open.poll()) {
            try {
                closeable.close();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                if (failure == null) {
                    failure = new StriaException(ErrorCode.IO_ERROR, "server did not close cleanly: " + e, e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (port > 0) {
            LOG.info("server stopped address={}", address());
        }
        if (failure != null) {
            throw failure;
        }
    }
}
