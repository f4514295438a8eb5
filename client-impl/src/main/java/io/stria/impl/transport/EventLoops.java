package io.stria.impl.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import io.stria.Transport;
import io.stria.spi.IoThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group of event loops of one transport, on daemon threads that are marked as {@link IoThread}. A transport that this
 * machine refuses falls back to the next one with one warning that says why.
 */
public final class EventLoops {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);

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
