package io.stria.server;

import io.stria.Transport;

/** Objects in memory, sockets through io_uring. */
class SemanticsIoUringIT extends SemanticsContract {
    @Override
    Transport transport() {
        return Transport.IO_URING;
    }

    @Override
    ServerConfig.Builder storage(ServerConfig.Builder server) {
        return server.store(StoreKind.MEMORY);
    }
}
