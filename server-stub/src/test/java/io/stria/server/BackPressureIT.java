package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.wire.Header;
import io.stria.wire.Opcode;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds refuse or hold back; they never block a caller and never dead-lock. */
class BackPressureIT {
    private static final int UNIT = 1 << 20;
    private static final FileLayout LAYOUT = FileLayout.striped(1, 1 << 20);

    @TempDir
    Path directory;

    @Test
    void beyond_the_bound_on_requests_or_bytes_a_call_is_busy_at_once_and_nothing_is_sent() throws Exception {
        try (Proxy proxy = new Proxy();
                TestCluster cluster = TestCluster.startBehind(proxy, directory, 1, server -> server);
                StriaClient byCount = cluster.client(config -> config.maxPendingRequests(4));
                StriaClient byBytes = cluster.client(config -> config.maxPendingBytes(4L * UNIT))) {
            for (StriaClient client : List.of(byCount, byBytes)) {
                AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
                Await.value(file.write(ByteBuffer.allocateDirect(UNIT), 0));
                proxy.stall();
                List<StriaFuture<Long>> pending = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    pending.add(file.write(ByteBuffer.allocateDirect(UNIT), (long) i * UNIT));
                }
                Await.until("they are sent", () -> client.statistics().get(Counter.REQUESTS) == 5 && sent(client) >= 5);
                long sentBefore = sent(client);
                ByteBuffer direct = ByteBuffer.allocateDirect(UNIT);
                ByteBuffer heap = ByteBuffer.allocate(UNIT);
                for (int i = 0; i < 1000; i++) {
                    long startNs = System.nanoTime();
                    StriaFuture<Long> refused = i % 2 == 0 ? file.write(direct, 0) : file.read(heap, 0);
                    assertThat(System.nanoTime() - startNs)
                            .isLessThan(Duration.ofSeconds(2).toNanos());
                    assertThat(refused).isCompletedExceptionally();
                    assertThat(Await.failsWith(ErrorCode.BUSY, refused)).contains("pending", "try again");
                }
                assertThat(sent(client)).isEqualTo(sentBefore);
                assertThat(client.statistics().get(Counter.REQUESTS_REFUSED)).isEqualTo(1000);
                proxy.flow();
                for (StriaFuture<Long> write : pending) {
                    assertThat(Await.value(write)).isEqualTo(UNIT);
                }
                assertThat(Await.value(file.write(ByteBuffer.allocateDirect(UNIT), 0)))
                        .isEqualTo(UNIT);
                Await.value(file.closeAsync());
            }
        }
    }

    /** Data RPCs. */
    private static long sent(StriaClient client) {
        return client.statistics().targets().stream()
                .mapToLong(target -> target.read().bytesPerRpc().total()
                        + target.write().bytesPerRpc().total())
                .sum();
    }

    private static ServerConfig.Builder smallPool(ServerConfig.Builder server) {
        return server.store(StoreKind.MEMORY).maxRpcBytes(1 << 20).payloadMemoryBytes(4 << 20);
    }

    @Test
    void slow_writers_that_use_up_the_payload_memory_hold_others_back_until_they_go_on() throws Exception {
        try (TestCluster cluster = TestCluster.start(directory, 1, BackPressureIT::smallPool);
                StriaClient client = cluster.client()) {
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            byte[] payload = new byte[1 << 20];
            int target = cluster.server().targetNumbers().get(0);
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < 10; i++) {
                    Socket socket = new Socket(
                            InetAddress.getLoopbackAddress(), cluster.server().port());
                    slow.add(socket);
                    Header header = Wire.header(Opcode.WRITE, 1L << 40, 0, payload.length);
                    header.payloadLength = payload.length;
                    socket.getOutputStream().write(Wire.concat(Wire.hello(target), Wire.encoded(header)));
                }
                Await.until("they hold memory", () -> cluster.server().payloadBuffersInUse() >= 2);
                StriaFuture<Long> write = file.write(ByteBuffer.allocateDirect(8 << 20), 0);
                StriaFuture<Void> sync = file.sync();
                for (Socket socket : slow) { // only those that hold memory can go on, then the next
                    Thread rest = new Thread(() -> send(socket, payload));
                    rest.setDaemon(true);
                    rest.start();
                }
                assertThat(Await.value(write)).isEqualTo(8 << 20);
                Await.value(sync);
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
            Await.until("no memory is held", () -> cluster.server().payloadBuffersInUse() == 0);
        }
    }

    private static void send(Socket socket, byte[] payload) {
        try {
            socket.getOutputStream().write(payload);
        } catch (java.io.IOException closed) {
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @Test
    void a_window_far_beyond_the_payload_memory_makes_progress() throws Exception {
        try (TestCluster cluster = TestCluster.start(directory, 1, BackPressureIT::smallPool);
                StriaClient client =
                        cluster.client(config -> config.maxRpcsInFlight(256).maxRpcBytes(256 << 10))) {
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            byte[] content = Bytes.random(new Random(5), 64 << 20);
            List<StriaFuture<Long>> writes = new ArrayList<>();
            ByteBuffer source = Bytes.direct(content);
            for (int at = 0; at < content.length; at += 128 << 10) {
                writes.add(file.write(source.slice(at, 128 << 10), at));
            }
            for (StriaFuture<Long> write : writes) {
                assertThat(Await.value(write)).isEqualTo(128 << 10);
            }
            Bytes.assertSame(Bytes.readAll(file, content.length), content, "the file");
            Await.until("no memory is held", () -> cluster.server().payloadBuffersInUse() == 0);
        }
    }
}
