package io.stria.examples.quickstart;

import io.stria.StriaException;
import io.stria.server.ServerConfig;
import io.stria.server.StriaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Servers in this process, on loopback: each with one target, the first also with the namespace, which the others join. */
final class EmbeddedCluster implements AutoCloseable {
    private final List<StriaServer> servers = new ArrayList<>();

    private EmbeddedCluster() {}

    /**
     * Starts servers whose storage is in directories below one directory.
     *
     * @param buffered whether storage goes through the page cache instead of O_DIRECT
     */
    static EmbeddedCluster start(Path directory, int count, boolean buffered) throws IOException {
        EmbeddedCluster cluster = new EmbeddedCluster();
        try {
            for (int i = 0; i < count; i++) {
                ServerConfig.Builder builder = ServerConfig.builder()
                        .target(Files.createDirectories(directory.resolve("target" + i)))
                        .buffered(buffered);
                if (i == 0) {
                    builder.namespace(Files.createDirectories(directory.resolve("namespace")));
                } else {
                    builder.join(cluster.servers.get(0).address());
                }
                cluster.servers.add(StriaServer.start(builder.build()));
            }
            return cluster;
        } catch (IOException | RuntimeException failure) {
            try {
                cluster.close();
            } catch (StriaException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** How a client names the cluster. */
    String uri() {
        return "stria://" + servers.get(0).address() + "/";
    }

    /** Stops the servers, that with the namespace last. */
    @Override
    public void close() throws StriaException {
        StriaException first = null;
        List<StriaServer> lastFirst = new ArrayList<>(servers);
        Collections.reverse(lastFirst);
        for (StriaServer server : lastFirst) {
            try {
                server.close();
            } catch (StriaException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        servers.clear();
        if (first != null) {
            throw first;
        }
    }
}
