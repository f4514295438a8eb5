package io.stria.server;

import io.stria.Transport;

/** Files through O_DIRECT, sockets through epoll. */
class SemanticsIT extends SemanticsContract {
    @Override
    Transport transport() {
        return Transport.EPOLL;
    }

    @Override
    ServerConfig.Builder storage(ServerConfig.Builder server) {
        return server;
    }
}
