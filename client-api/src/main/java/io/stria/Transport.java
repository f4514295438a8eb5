package io.stria;

/** How the sockets of a client are driven. */
public enum Transport {
    /** epoll on Linux, else NIO. */
    AUTO,
    /** Netty's native epoll transport. */
    EPOLL,
    /** Netty's io_uring transport. */
    IO_URING,
    /** The JDK's selectors: runs everywhere. */
    NIO
}
