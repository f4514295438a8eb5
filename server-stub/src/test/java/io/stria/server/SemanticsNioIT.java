package io.stria.server;

import io.stria.Transport;

/** Files through the page cache, sockets through NIO. */
class SemanticsNioIT extends SemanticsContract {
    @Override
    Transport transport() {
        return Transport.NIO;
    }

    @Override
    ServerConfig.Builder storage(ServerConfig.Builder server) {
        return server.buffered(true);
    }
}
