/** Stria's reference server: object store, namespace store, and the local engine. */
module io.stria.server {
    requires transitive io.stria;
    requires io.stria.client;
    requires info.picocli;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    requires java.sql;
    requires jdk.unsupported;
    requires org.agrona.core;
    requires org.jctools.core;
    requires static org.jspecify;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports io.stria.server;

    opens io.stria.server.cli to
            info.picocli;
}
