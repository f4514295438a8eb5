package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.StriaClient;
import io.stria.wire.Messages;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connections of a server, and so its descriptors, are bounded. */
class ManyConnectionsIT {
    private static final int MOST = 5;
    /** More than are told why. */
    private static final int FLOOD = MOST + 100;

    @TempDir
    Path directory;

    private static Socket connect(TestCluster cluster) throws Exception {
        return new Socket(InetAddress.getLoopbackAddress(), cluster.server().port());
    }

    @Test
    void one_too_many_is_told_so_and_comes_in_when_another_has_gone() throws Exception {
        try (TestCluster cluster =
                TestCluster.start(directory, 1, server -> server.buffered(true).maxConnections(MOST))) {
            List<Socket> others = new ArrayList<>();
            for (int i = 0; i < MOST; i++) {
                Socket socket = connect(cluster);
                others.add(socket);
                socket.getOutputStream().write(Wire.hello(Messages.NAMESPACE_SERVICE));
                Wire.awaitReply(socket);
            }
            try (StriaClient client = cluster.client()) {
                assertThat(Await.failsWith(ErrorCode.BUSY, client.list("/")))
                        .contains(cluster.server().address())
                        .contains("it has 5 connections, as many as it takes: close other clients");
                others.remove(0).close();
                Await.until(
                        "there is room",
                        () -> client.list("/")
                                .handle((entries, error) -> error == null)
                                .get());
            } finally {
                for (Socket other : others) {
                    other.close();
                }
            }
        }
    }

    @Test
    void those_who_only_connect_do_not_pile_up() throws Exception {
        try (TestCluster cluster =
                TestCluster.start(directory, 1, server -> server.buffered(true).maxConnections(MOST))) {
            List<Socket> flood = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++) {
                flood.add(connect(cluster));
            }
            assertThat(flood.get(FLOOD - 1).getInputStream().read())
                    .as("the last one is closed")
                    .isEqualTo(-1);
            assertThat(cluster.server().openConnections()).isBetween(MOST, FLOOD - 1);
            for (Socket each : flood) {
                each.close();
            }
            Await.until("they are gone", () -> cluster.server().openConnections() == 0);
            try (StriaClient client = cluster.client()) {
                Await.value(client.list("/"));
            }
        }
    }
}
