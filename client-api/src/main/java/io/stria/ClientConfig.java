package io.stria;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be set on a client. Immutable; defaults are the field's. Per-target values hold for each target
 * by itself.
 */
public final class ClientConfig {
    private final Builder values;

    private ClientConfig(Builder values) {
        this.values = values;
    }

    /**
     * The default configuration for a URI.
     *
     * @param uri for instance {@code stria://oss1:7440,oss2:7440/}
     * @return the configuration
     * @throws StriaException {@link ErrorCode#INVALID_ARGUMENT} if the URI is malformed
     */
    public static ClientConfig of(String uri) throws StriaException {
        return builder(uri).build();
    }

    /**
     * Begins a configuration.
     *
     * @param uri for instance {@code stria://oss1:7440,oss2:7440/}
     * @return a builder with the defaults
     * @throws StriaException {@link ErrorCode#INVALID_ARGUMENT} if the URI is malformed
     */
    public static Builder builder(String uri) throws StriaException {
        try {
            return new Builder(new URI(uri));
        } catch (URISyntaxException e) {
            throw new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    "malformed URI '" + uri + "' (" + e.getReason() + "): write it like stria://host:port,host:port/",
                    e);
        }
    }

    /**
     * A builder with these values, to change some.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        return new Builder(values);
    }

    /**
     * Where the storage is.
     *
     * @return the URI
     */
    public URI uri() {
        return values.uri;
    }

    /**
     * How sockets are driven.
     *
     * @return the transport
     */
    public Transport transport() {
        return values.transport;
    }

    /**
     * Event loop threads of the client.
     *
     * @return a count
     */
    public int ioThreads() {
        return values.ioThreads;
    }

    /**
     * The largest payload of one RPC.
     *
     * @return bytes
     */
    public int maxRpcBytes() {
        return values.maxRpcBytes;
    }

    /**
     * The window: RPCs in flight per target.
     *
     * @return a count
     */
    public int maxRpcsInFlight() {
        return values.maxRpcsInFlight;
    }

    /**
     * Connections per target, spread over the event loops; they share the target's window evenly.
     *
     * @return a count
     */
    public int connectionsPerTarget() {
        return values.connectionsPerTarget;
    }

    /**
     * Whether payloads carry a CRC32C.
     *
     * @return true if so
     */
    public boolean checksum() {
        return values.checksum;
    }

    /**
     * The overall deadline of each call.
     *
     * @return a duration
     */
    public Duration requestTimeout() {
        return values.requestTimeout;
    }

    /**
     * How long one RPC may go unanswered before its connection is given up.
     *
     * @return a duration
     */
    public Duration rpcTimeout() {
        return values.rpcTimeout;
    }

    /**
     * How long making one connection may take.
     *
     * @return a duration
     */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /**
     * The longest pause between two attempts to connect; pauses begin at a sixteenth of it, double, and are jittered. A
     * client that has reached the namespace pauses for at most a quarter of the time for which that keeps the handles of
     * a client that is away.
     *
     * @return a duration
     */
    public Duration reconnectBackoff() {
        return values.reconnectBackoff;
    }

    /**
     * Read and write requests a client takes at once; beyond, calls fail with {@link ErrorCode#BUSY}.
     *
     * @return a count
     */
    public int maxPendingRequests() {
        return values.maxPendingRequests;
    }

    /**
     * Payload bytes a client takes at once; beyond, calls fail with {@link ErrorCode#BUSY}. A single request may exceed
     * it when nothing else is pending.
     *
     * @return bytes
     */
    public long maxPendingBytes() {
        return values.maxPendingBytes;
    }

    /**
     * Pooled direct memory through which heap memory is copied; requests wait for it.
     *
     * @return bytes
     */
    public long bounceBytes() {
        return values.bounceBytes;
    }

    /**
     * Where futures are completed.
     *
     * @return an executor, or null for the I/O thread
     */
    public @Nullable Executor callbackExecutor() {
        return values.callbackExecutor;
    }

    /** Collects the values of a {@link ClientConfig}. Not for several threads. */
    public static final class Builder {
        private final URI uri;
        private Transport transport = Transport.AUTO;
        private int ioThreads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
        private int maxRpcBytes = 4 << 20;
        private int maxRpcsInFlight = 8;
        private int connectionsPerTarget = 1;
        private boolean checksum = true;
        private Duration requestTimeout = Duration.ofSeconds(60);
        private Duration rpcTimeout = Duration.ofSeconds(30);
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration reconnectBackoff = Duration.ofSeconds(2);
        private int maxPendingRequests = 65_536;
        private long maxPendingBytes = 8L << 30;
        private long bounceBytes = 64L << 20;
        private @Nullable Executor callbackExecutor;

        private Builder(URI uri) {
            this.uri = uri;
        }

        private Builder(Builder from) {
            this.uri = from.uri;
            this.transport = from.transport;
            this.ioThreads = from.ioThreads;
            this.maxRpcBytes = from.maxRpcBytes;
            this.maxRpcsInFlight = from.maxRpcsInFlight;
            this.connectionsPerTarget = from.connectionsPerTarget;
            this.checksum = from.checksum;
            this.requestTimeout = from.requestTimeout;
            this.rpcTimeout = from.rpcTimeout;
            this.connectTimeout = from.connectTimeout;
            this.reconnectBackoff = from.reconnectBackoff;
            this.maxPendingRequests = from.maxPendingRequests;
            this.maxPendingBytes = from.maxPendingBytes;
            this.bounceBytes = from.bounceBytes;
            this.callbackExecutor = from.callbackExecutor;
        }

        /**
         * Sets {@link ClientConfig#transport()}; default {@link Transport#AUTO}.
         *
         * @param value the transport
         * @return this
         */
        public Builder transport(Transport value) {
            this.transport = Objects.requireNonNull(value);
            return this;
        }

        /**
         * Sets {@link ClientConfig#ioThreads()}; default half of the CPUs, 1 to 4.
         *
         * @param value 1 … 256
         * @return this
         */
        public Builder ioThreads(int value) {
            this.ioThreads = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#maxRpcBytes()}; default 4 MiB.
         *
         * @param value bytes, a multiple of 64 KiB up to 64 MiB
         * @return this
         */
        public Builder maxRpcBytes(long value) {
            this.maxRpcBytes = Math.toIntExact(value);
            return this;
        }

        /**
         * Sets {@link ClientConfig#maxRpcsInFlight()}; default 8.
         *
         * @param value 1 … 256
         * @return this
         */
        public Builder maxRpcsInFlight(int value) {
            this.maxRpcsInFlight = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#connectionsPerTarget()}; default 1.
         *
         * @param value 1 … 16, at most {@link ClientConfig#maxRpcsInFlight()}
         * @return this
         */
        public Builder connectionsPerTarget(int value) {
            this.connectionsPerTarget = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#checksum()}; default on.
         *
         * @param value whether payloads carry a CRC32C
         * @return this
         */
        public Builder checksum(boolean value) {
            this.checksum = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#requestTimeout()}; default 60 s.
         *
         * @param value positive
         * @return this
         */
        public Builder requestTimeout(Duration value) {
            this.requestTimeout = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#rpcTimeout()}; default 30 s, never more than the request timeout.
         *
         * @param value positive
         * @return this
         */
        public Builder rpcTimeout(Duration value) {
            this.rpcTimeout = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#connectTimeout()}; default 5 s.
         *
         * @param value positive
         * @return this
         */
        public Builder connectTimeout(Duration value) {
            this.connectTimeout = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#reconnectBackoff()}; default 2 s.
         *
         * @param value positive
         * @return this
         */
        public Builder reconnectBackoff(Duration value) {
            this.reconnectBackoff = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#maxPendingRequests()}; default 65,536.
         *
         * @param value at least 1
         * @return this
         */
        public Builder maxPendingRequests(int value) {
            this.maxPendingRequests = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#maxPendingBytes()}; default 8 GiB.
         *
         * @param value bytes, at least {@link ClientConfig#maxRpcBytes()}
         * @return this
         */
        public Builder maxPendingBytes(long value) {
            this.maxPendingBytes = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#bounceBytes()}; default 64 MiB.
         *
         * @param value bytes, at least 64 KiB
         * @return this
         */
        public Builder bounceBytes(long value) {
            this.bounceBytes = value;
            return this;
        }

        /**
         * Sets {@link ClientConfig#callbackExecutor()}; default none: futures complete on the I/O thread.
         *
         * @param value an executor, or null; stays owned by the caller
         * @return this
         */
        public Builder callbackExecutor(@Nullable Executor value) {
            this.callbackExecutor = value;
            return this;
        }

        /**
         * Checks the values and their relations.
         *
         * @return the configuration
         * @throws StriaException {@link ErrorCode#INVALID_ARGUMENT} naming the values that do not fit
         */
        public ClientConfig build() throws StriaException {
            if (uri.getScheme() == null) {
                throw invalid("URI '" + uri + "' has no scheme: write it like stria://host:port/");
            }
            range("ioThreads", ioThreads, 1, 256, "");
            range("maxRpcBytes", maxRpcBytes, 64 << 10, 64 << 20, " B");
            if (maxRpcBytes % (64 << 10) != 0) {
                throw invalid("maxRpcBytes=" + maxRpcBytes + " B: use a multiple of 65536 B");
            }
            range("maxRpcsInFlight", maxRpcsInFlight, 1, 256, "");
            range("connectionsPerTarget", connectionsPerTarget, 1, 16, "");
            if (connectionsPerTarget > maxRpcsInFlight) {
                throw invalid("connectionsPerTarget=" + connectionsPerTarget + " exceeds maxRpcsInFlight="
                        + maxRpcsInFlight + ": each connection needs at least one RPC of the window");
            }
            range("maxPendingRequests", maxPendingRequests, 1, 1 << 24, "");
            range("bounceBytes", bounceBytes, 64 << 10, Long.MAX_VALUE, " B");
            range("maxPendingBytes", maxPendingBytes, maxRpcBytes, Long.MAX_VALUE, " B");
            positive("requestTimeout", requestTimeout);
            positive("rpcTimeout", rpcTimeout);
            positive("connectTimeout", connectTimeout);
            positive("reconnectBackoff", reconnectBackoff);
            Builder fixed = new Builder(this);
            if (rpcTimeout.compareTo(requestTimeout) > 0) {
                fixed.rpcTimeout = requestTimeout;
            }
            return new ClientConfig(fixed);
        }

        private static void range(String name, long value, long low, long high, String unit) throws StriaException {
            if (value < low || value > high) {
                String bounds = high == Long.MAX_VALUE ? "at least " + low + unit : low + unit + " to " + high + unit;
                throw invalid(name + "=" + value + unit + ": use " + bounds);
            }
        }

        private static void positive(String name, Duration value) throws StriaException {
            if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(365)) > 0) {
                throw invalid(name + "=" + value + ": use a positive duration of at most a year");
            }
        }

        private static StriaException invalid(String message) {
            return new StriaException(ErrorCode.INVALID_ARGUMENT, message);
        }
    }
}
