package io.stria.server;

import io.stria.ClientConfig;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A namespace server with some targets, on loopback, in this process. */
final class TestCluster implements AutoCloseable {
    private final StriaServer server;

    private TestCluster(StriaServer server) {
        this.server = server;
    }

    static TestCluster start(Path directory, int targets, UnaryOperator<ServerConfig.Builder> change)
            throws IOException {
        ServerConfig.Builder builder =
                ServerConfig.builder().namespace(Files.createDirectories(directory.resolve("namespace")));
        for (int i = 0; i < targets; i++) {
            builder.target(Files.createDirectories(directory.resolve("target" + i)));
        }
        return new TestCluster(StriaServer.start(change.apply(builder).build()));
    }

    /** A cluster whose targets are reached through a proxy; its namespace is reached directly. */
    static TestCluster startBehind(Proxy proxy, Path directory, int targets, UnaryOperator<ServerConfig.Builder> change)
            throws IOException {
        TestCluster cluster =
                start(directory, targets, server -> change.apply(server).advertise(proxy.address()));
        proxy.lead(cluster.server);
        return cluster;
    }

    StriaServer server() {
        return server;
    }

    String uri() {
        return "stria://" + server.address() + "/";
    }

    StriaClient client(UnaryOperator<ClientConfig.Builder> change) throws StriaException {
        return Stria.connect(change.apply(ClientConfig.builder(uri())).build());
    }

    StriaClient client() throws StriaException {
        return client(builder -> builder);
    }

    @Override
    public void close() throws StriaException {
        server.close();
    }
}
