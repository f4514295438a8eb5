package io.stria.impl.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import io.stria.Transport;
import io.stria.spi.IoThread;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group of event loops of one transport, on daemon threads that are marked as {@link IoThread}. A transport that this
 * machine refuses falls back to the next one with one warning that says why.
 */
public final class EventLoops {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);

    private static final int KEEP_ALIVE_PROBES = 3;
    private static final int MAX_KEEP_ALIVE_SECONDS = 32_767;

    private final MultiThreadIoEventLoopGroup group;
    private final Transport transport;

    /** Starts the loops; their threads start with the first use. */
    public EventLoops(Transport wanted, int threads, String name) {
        this.transport = usable(wanted);
        this.group = new MultiThreadIoEventLoopGroup(threads, threadFactory(name), handlerFactory(transport));
    }

    private static Transport usable(Transport wanted) {
        if (wanted == Transport.IO_URING && !IoUring.isAvailable()) {
            LOG.warn(
                    "io_uring refused, using epoll: reason=\"{}\"; lift it with a newer kernel, "
                            + "sysctl kernel.io_uring_disabled=0, a higher memlock limit or a wider seccomp profile",
                    String.valueOf(IoUring.unavailabilityCause()));
            return usable(Transport.EPOLL);
        }
        if (wanted == Transport.EPOLL && !Epoll.isAvailable()) {
            LOG.warn("epoll refused, using NIO: reason=\"{}\"", String.valueOf(Epoll.unavailabilityCause()));
            return Transport.NIO;
        }
        if (wanted == Transport.AUTO) {
            return Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO;
        }
        return wanted;
    }

    private static IoHandlerFactory handlerFactory(Transport transport) {
        return switch (transport) {
            case IO_URING -> IoUringIoHandler.newFactory();
            case EPOLL -> EpollIoHandler.newFactory();
            default -> NioIoHandler.newFactory();
        };
    }

    private static ThreadFactory threadFactory(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new LoopThread(task, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The Netty group. */
    public MultiThreadIoEventLoopGroup group() {
        return group;
    }

    /** The transport in use, never AUTO. */
    public Transport transport() {
        return transport;
    }

    /** Whether the transport works with memory addresses rather than byte buffers. */
    public boolean isAddressed() {
        return transport != Transport.NIO;
    }

    /** Makes client channels. */
    public ChannelFactory<Channel> channels() {
        return switch (transport) {
            case IO_URING -> IoUringSocketChannel::new;
            case EPOLL -> EpollSocketChannel::new;
            default -> NioSocketChannel::new;
        };
    }

    /** Makes listening channels. */
    public ChannelFactory<ServerChannel> serverChannels() {
        return switch (transport) {
            case IO_URING -> IoUringServerSocketChannel::new;
            case EPOLL -> EpollServerSocketChannel::new;
            default -> NioServerSocketChannel::new;
        };
    }

    /**
     * Options that find out about a peer whose machine is gone, and of which therefore no end will ever come: the system
     * asks a silent one for a sign of life, and breaks the connection if there is none.
     *
     * @param patience about how long that may take; the system counts in seconds, from 1 to 32767
     */
    public Map<ChannelOption<Integer>, Integer> keepAlive(Duration patience) {
        int idleSeconds = seconds(patience.dividedBy(2));
        int intervalSeconds = seconds(patience.dividedBy(2L * KEEP_ALIVE_PROBES));
        return switch (transport) {
            case IO_URING ->
                Map.of(
                        IoUringChannelOption.TCP_KEEPIDLE, idleSeconds,
                        IoUringChannelOption.TCP_KEEPINTVL, intervalSeconds,
                        IoUringChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
            case EPOLL ->
                Map.of(
                        EpollChannelOption.TCP_KEEPIDLE, idleSeconds,
                        EpollChannelOption.TCP_KEEPINTVL, intervalSeconds,
                        EpollChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
            default ->
                Map.of(
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), idleSeconds,
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), intervalSeconds,
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), KEEP_ALIVE_PROBES);
        };
    }

    private static int seconds(Duration duration) {
        return (int) Math.max(1, Math.min(MAX_KEEP_ALIVE_SECONDS, duration.toSeconds()));
    }

    /** Stops the loops when what they do is done. */
    public Future<?> shutdown() {
        return group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    }

    private static final class LoopThread extends FastThreadLocalThread implements IoThread {
        LoopThread(Runnable task, String name) {
            super(task, name);
        }
    }
}
