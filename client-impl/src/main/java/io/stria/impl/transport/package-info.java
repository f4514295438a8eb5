/** The event loops and how they drive sockets: epoll, io_uring or NIO. Imports Netty and the public API. */
@NullMarked
package io.stria.impl.transport;

import org.jspecify.annotations.NullMarked;
