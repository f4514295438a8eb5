package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer that stops in the middle of something is given up, whatever it is in the middle of. */
class StalledPeersIT {
    private static final int NAMES = 1000;
    /** More lists than the kernel buffers. */
    private static final int MOST_LISTS = 24;

    @TempDir
    Path directory;

    private TestCluster cluster() throws Exception {
        return TestCluster.start(directory, 1, server -> server.buffered(true).stallTimeout(Duration.ofSeconds(1)));
    }

    private static Socket greeted(TestCluster cluster) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), cluster.server().port()));
        socket.getOutputStream().write(Wire.hello(Messages.NAMESPACE_SERVICE));
        Wire.awaitReply(socket);
        return socket;
    }

    @Test
    void of_replies_that_nobody_takes_nothing_is_kept_wherever_they_got_stuck() throws Exception {
        try (TestCluster cluster = cluster()) {
            try (StriaClient client = cluster.client()) {
                List<StriaFuture<Void>> made = new ArrayList<>();
                for (int i = 0; i < NAMES; i++) {
                    made.add(client.mkdir("/" + "n".repeat(250) + (1000 + i)));
                }
                for (StriaFuture<Void> each : made) {
                    Await.value(each);
                }
            }
            Await.until("the client is gone", () -> cluster.server().openConnections() == 0);
            long before = replyBytes();
            byte[] list =
                    Wire.frame(Wire.header(Opcode.LIST, 0, 0, 0), new Messages.ListPage("/", "", NAMES).toBytes());
            List<Socket> silent = new ArrayList<>();
            try {
                for (int lists = 1; lists <= MOST_LISTS; lists++) { // of one of these the last list is stuck
                    Socket socket = greeted(cluster);
                    silent.add(socket);
                    for (int i = 0; i < lists; i++) {
                        socket.getOutputStream().write(list);
                    }
                }
                Await.until("some are given up", () -> cluster.server().openConnections() < MOST_LISTS);
                Await.until("no reply is kept", () -> replyBytes() <= before);
                assertThat(cluster.server().openConnections())
                        .as("those whose replies the kernel has taken")
                        .isPositive();
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }

    private static long replyBytes() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
