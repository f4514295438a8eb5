package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.Transport;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A peer that stops in the middle of something is given up, whatever it is in the middle of. */
class StalledPeersIT {
    private static final String ESTABLISHED = "01";
    private static final String KEEP_ALIVE = "02";
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

    /** Nothing comes from a machine that is gone, not even the end of a connection; it cannot be played on one machine. */
    @ParameterizedTest
    @EnumSource
    void the_system_asks_silent_peers_for_a_sign_of_life_within_the_session_timeout(Transport transport)
            throws Exception {
        Duration timeout = Duration.ofSeconds(20);
        try (TestCluster cluster = TestCluster.start(
                        directory, 1, server -> server.transport(transport).sessionTimeout(timeout));
                Socket socket = greeted(cluster)) {
            Await.until("the system waits to ask", () -> {
                Matcher timer = timerOf(cluster.server().port(), socket.getLocalPort());
                return timer.find()
                        && timer.group(1).equals(KEEP_ALIVE)
                        && Long.parseLong(timer.group(2), 16) <= timeout.toMillis() / 10;
            });
        }
    }

    /** What the kernel says of a connection: the kind of its timer, and when that is up, in hundredths of a second. */
    private static Matcher timerOf(int port, int peer) throws IOException {
        String loopback = "(?:0000000000000000FFFF0000)?0100007F:%04X "; // also as an address of IPv6
        String connection =
                String.format(loopback + loopback + ESTABLISHED + " [0-9A-F:]+ (..):([0-9A-F]+) ", port, peer);
        return Pattern.compile(connection)
                .matcher(Files.readString(Path.of("/proc/net/tcp")) + Files.readString(Path.of("/proc/net/tcp6")));
    }

    private static long replyBytes() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
