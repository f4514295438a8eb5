package io.stria.server;

import io.netty.util.NetUtil;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.Transport;
import io.stria.impl.target.AddressBook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be set on a server. Immutable. */
public final class ServerConfig {
    private static final int AUTO = 0;
    private static final int MAX_AUTO_DISK_THREADS = 4;

    private final Builder values;

    private ServerConfig(Builder values) {
        this.values = values;
    }

    /** Begins a configuration. */
    public static Builder builder() {
        return new Builder();
    }

    public String host() {
        return values.host;
    }

    /** The port to listen on; 0 lets the system choose. */
    public int port() {
        return values.port;
    }

    /** {@code host:port} that clients are given, null for the one listened on. */
    public @Nullable String advertise() {
        return values.advertise;
    }

    public List<Path> targets() {
        return List.copyOf(values.targets);
    }

    /** Directory of the namespace, null if another server carries it. */
    public @Nullable Path namespace() {
        return values.namespace;
    }

    /** {@code host:port} of the server with the namespace, null if this one carries it. */
    public @Nullable String join() {
        return values.join;
    }

    public StoreKind store() {
        return values.store;
    }

    /** Whether objects go through the page cache instead of O_DIRECT. */
    public boolean isBuffered() {
        return values.isBuffered;
    }

    public Transport transport() {
        return values.transport;
    }

    public int ioThreads() {
        return values.ioThreads;
    }

    /** Disk threads per target. */
    public int diskThreads() {
        int perTarget = 2 * Runtime.getRuntime().availableProcessors() / Math.max(1, values.targets.size());
        return values.diskThreads != AUTO
                ? values.diskThreads
                : Math.max(1, Math.min(MAX_AUTO_DISK_THREADS, perTarget));
    }

    /** Largest payload of an RPC, in bytes. */
    public int maxRpcBytes() {
        return values.maxRpcBytes;
    }

    /** Connections open at a time; one that comes when there are so many is refused. */
    public int maxConnections() {
        return values.maxConnections;
    }

    /** Largest window granted to a connection. */
    public int maxWindow() {
        return values.maxWindow;
    }

    /** Bound on the memory that payloads are received into, in bytes. */
    public long payloadMemoryBytes() {
        return values.payloadMemoryBytes;
    }

    /**
     * How long a peer may stop within a frame or leave replies untaken, and how long it may take to greet, before its
     * connection is closed.
     */
    public Duration stallTimeout() {
        return values.stallTimeout;
    }

    /** How long to wait for the server with the namespace before the start fails. */
    public Duration joinTimeout() {
        return values.joinTimeout;
    }

    /**
     * How long a client may be without a connection before its handles are ended; also about how long it takes to find
     * out that the machine at the other end of a silent connection is gone.
     */
    public Duration sessionTimeout() {
        return values.sessionTimeout;
    }

    /** Collects the values of a {@link ServerConfig}. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port;
        private @Nullable String advertise;
        private final List<Path> targets = new ArrayList<>();
        private @Nullable Path namespace;
        private @Nullable String join;
        private StoreKind store = StoreKind.FILE;
        private boolean isBuffered;
        private Transport transport = Transport.AUTO;
        private int ioThreads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
        private int diskThreads = AUTO;
        private int maxRpcBytes = 4 << 20;
        private int maxConnections = 4096;
        private int maxWindow = 256;
        private long payloadMemoryBytes = 512L << 20;
        private Duration stallTimeout = Duration.ofSeconds(60);
        private Duration joinTimeout = Duration.ofSeconds(30);
        private Duration sessionTimeout = Duration.ofSeconds(30);

        private Builder() {}

        private Builder(Builder from) {
            this.host = from.host;
            this.port = from.port;
            this.advertise = from.advertise;
            this.targets.addAll(from.targets);
            this.namespace = from.namespace;
            this.join = from.join;
            this.store = from.store;
            this.isBuffered = from.isBuffered;
            this.transport = from.transport;
            this.ioThreads = from.ioThreads;
            this.diskThreads = from.diskThreads;
            this.maxRpcBytes = from.maxRpcBytes;
            this.maxConnections = from.maxConnections;
            this.maxWindow = from.maxWindow;
            this.payloadMemoryBytes = from.payloadMemoryBytes;
            this.stallTimeout = from.stallTimeout;
            this.joinTimeout = from.joinTimeout;
            this.sessionTimeout = from.sessionTimeout;
        }

        /** Address to listen on; default 127.0.0.1 and a free port. */
        public Builder listen(String listenHost, int listenPort) {
            this.host = listenHost;
            this.port = listenPort;
            return this;
        }

        /** {@code host:port} that clients are given. */
        public Builder advertise(@Nullable String address) {
            this.advertise = address;
            return this;
        }

        /** Adds a target directory. */
        public Builder target(Path directory) {
            targets.add(directory);
            return this;
        }

        /** Carries the namespace, in this directory. */
        public Builder namespace(@Nullable Path directory) {
            this.namespace = directory;
            return this;
        }

        /** Joins the cluster of the server with the namespace, at {@code host:port}. */
        public Builder join(@Nullable String address) {
            this.join = address;
            return this;
        }

        /** Where objects are kept; default in files. */
        public Builder store(StoreKind kind) {
            this.store = kind;
            return this;
        }

        /** Runs through the page cache, where O_DIRECT is refused. */
        public Builder buffered(boolean buffered) {
            this.isBuffered = buffered;
            return this;
        }

        /** How sockets are driven; default epoll. */
        public Builder transport(Transport value) {
            this.transport = value;
            return this;
        }

        /** Event loop threads; default half of the CPUs, 1 to 4: the disk threads need the others. */
        public Builder ioThreads(int count) {
            this.ioThreads = count;
            return this;
        }

        /** Disk threads per target; 0, the default, is twice the CPUs shared by the targets, at least 1, at most 4. */
        public Builder diskThreads(int count) {
            this.diskThreads = count;
            return this;
        }

        /** Largest payload of an RPC; default 4 MiB. */
        public Builder maxRpcBytes(int bytes) {
            this.maxRpcBytes = bytes;
            return this;
        }

        /** Connections open at a time; default 4096. */
        public Builder maxConnections(int connections) {
            this.maxConnections = connections;
            return this;
        }

        /** Largest window granted to a connection; default 256. */
        public Builder maxWindow(int requests) {
            this.maxWindow = requests;
            return this;
        }

        /** Bound on the memory that payloads are received into; default 512 MiB. */
        public Builder payloadMemoryBytes(long bytes) {
            this.payloadMemoryBytes = bytes;
            return this;
        }

        /** How long a peer may hold payload memory without taking or sending a byte, or not greet; default 60 s. */
        public Builder stallTimeout(Duration value) {
            this.stallTimeout = value;
            return this;
        }

        /** How long to wait for the server with the namespace before the start fails; default 30 s. */
        public Builder joinTimeout(Duration value) {
            this.joinTimeout = value;
            return this;
        }

        /** How long a client may be without a connection before its handles are ended; default 30 s. */
        public Builder sessionTimeout(Duration value) {
            this.sessionTimeout = value;
            return this;
        }

        /**
         * Checks the values and their relations.
         *
         * @throws StriaException INVALID_ARGUMENT, naming what does not fit
         */
        public ServerConfig build() throws StriaException {
            if ((namespace == null) == (join == null)) {
                throw invalid(
                        "give either --namespace DIR, to carry the namespace, or --join HOST:PORT, to join a cluster");
            }
            if (targets.isEmpty() && namespace == null) {
                throw invalid("a server that joins needs at least one --target DIR");
            }
            if (targets.stream().distinct().count() != targets.size()) {
                throw invalid("a target directory is given twice: " + targets);
            }
            range("port", port, 0, 65_535);
            range("ioThreads", ioThreads, 1, 256);
            range("diskThreads", diskThreads, AUTO, 256);
            range("maxRpcBytes", maxRpcBytes, 64 << 10, 64 << 20);
            range("maxConnections", maxConnections, 1, 1 << 20);
            range("maxWindow", maxWindow, 1, 4096);
            range("payloadMemoryBytes", payloadMemoryBytes, 4L * maxRpcBytes, Long.MAX_VALUE);
            range("stallTimeout (ms)", stallTimeout.toMillis(), 1, Integer.MAX_VALUE);
            range("joinTimeout (ms)", joinTimeout.toMillis(), 1, Integer.MAX_VALUE);
            range("sessionTimeout (ms)", sessionTimeout.toMillis(), 0, Integer.MAX_VALUE);
            if (host.isEmpty()) {
                throw invalid("no host to listen on: give a name or an address, 127.0.0.1 for this machine alone");
            }
            if (advertise == null && !targets.isEmpty() && isWildcard(host)) {
                throw invalid("listening on " + host + ", which is every address of this machine: add --advertise"
                        + " HOST:PORT to say which one clients shall use");
            }
            address("advertise", advertise);
            address("join", join);
            return new ServerConfig(new Builder(this));
        }

        private static boolean isWildcard(String host) {
            byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
            return address != null && Arrays.equals(address, new byte[address.length]);
        }

        private static void range(String name, long value, long low, long high) throws StriaException {
            if (value < low || value > high) {
                throw invalid(name + "=" + value + ": use "
                        + (high == Long.MAX_VALUE ? "at least " + low : low + " to " + high));
            }
        }

        private static void address(String name, @Nullable String value) throws StriaException {
            try {
                if (value != null) {
                    AddressBook.parse(value);
                }
            } catch (IllegalArgumentException e) {
                throw invalid(name + ": " + e.getMessage());
            }
        }

        private static StriaException invalid(String message) {
            return new StriaException(ErrorCode.INVALID_ARGUMENT, message);
        }
    }
}
