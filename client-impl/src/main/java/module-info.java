/** Stria's client: striping, transfer, wire format and transport behind the public API. */
@SuppressWarnings("module") // the server module, which alone sees `wire`, is built after this one
module io.stria.client {
    requires transitive io.stria;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.resolver;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    requires io.netty.transport.unix.common;
    requires jdk.net;
    requires org.agrona.core;
    requires org.jctools.core;
    requires org.jctools.core.jdk11;
    requires static org.jspecify;
    requires org.slf4j;

    exports io.stria.impl.namespace to
            io.stria.server;
    exports io.stria.impl.target to
            io.stria.server;
    exports io.stria.impl.transport to
            io.stria.server;
    exports io.stria.wire to
            io.stria.server;

    provides io.stria.spi.EngineProvider with
            io.stria.impl.engine.NativeEngineProvider;
}
