package io.stria.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Three server processes that can be killed and started again: the first has the namespace, each has two targets. */
final class ProcessCluster implements AutoCloseable {
    static final int SERVERS = 3;
    static final int TARGETS = 2 * SERVERS;
    static final int NAMESPACE = 0;

    private final Path directory;
    private final Random random;
    private final int[] ports = new int[SERVERS];
    private final ServerProcess[] servers = new ServerProcess[SERVERS];

    ProcessCluster(Path directory, Random random) throws IOException {
        this.directory = directory;
        this.random = random;
        try {
            for (int i = 0; i < SERVERS; i++) {
                ports[i] = freePort();
                start(i);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Not one of those that connections are made from: such a one could be taken while the server is dead. */
    private int freePort() throws IOException {
        while (true) {
            int port = 10_000 + random.nextInt(20_000);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException taken) {
                // The next one.
            }
        }
    }

    private String address(int server) {
        return "127.0.0.1:" + ports[server];
    }

    /** Hosts in any order: each leads to the namespace. */
    String uri(int... order) {
        List<String> hosts = new ArrayList<>();
        for (int server : order) {
            hosts.add(address(server));
        }
        return "stria://" + String.join(",", hosts) + "/";
    }

    /** kill -9. */
    void kill(int server) {
        servers[server].kill();
    }

    /** Starts a server that is dead on its directories. */
    void start(int server) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--listen", address(server)));
        if (server == NAMESPACE) {
            arguments.add("--namespace");
            arguments.add(made("namespace"));
            arguments.add("--session-timeout");
            arguments.add("10");
        } else {
            arguments.add("--join");
            arguments.add(address(NAMESPACE));
        }
        if (server == 1) {
            arguments.add("--buffered"); // so that both ways to the disk are taken
        }
        for (int i = 0; i < TARGETS / SERVERS; i++) {
            arguments.add("--target");
            arguments.add(made("target" + (server * TARGETS / SERVERS + i)));
        }
        servers[server] = ServerProcess.start(arguments);
    }

    private String made(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name)).toString();
    }

    /** Has a server that is dead listen elsewhere from now on; not the one that the others join. */
    void move(int server) throws IOException {
        ports[server] = freePort();
    }

    @Override
    public void close() {
        for (ServerProcess server : servers) {
            if (server != null) {
                server.close();
            }
        }
    }
}
