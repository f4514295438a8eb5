package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.Transport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written through one end comes back from the other, whatever the sockets and the storage are. */
class RoundTripIT {
    private static final FileLayout LAYOUT = FileLayout.striped(4, 64 << 10);

    @TempDir
    Path directory;

    static Stream<Arguments> ways() {
        List<Arguments> ways = new ArrayList<>();
        for (Transport transport : List.of(Transport.EPOLL, Transport.IO_URING, Transport.NIO)) {
            for (StoreKind store : List.of(StoreKind.FILE, StoreKind.MEMORY)) {
                for (boolean direct : new boolean[] {true, false}) {
                    ways.add(Arguments.of(transport, store, direct, store == StoreKind.FILE));
                }
            }
        }
        return ways.stream();
    }

    @ParameterizedTest(name = "{0} {1} direct={2} checksum={3}")
    @MethodSource("ways")
    void bytes_come_back_as_they_were_written(Transport transport, StoreKind store, boolean direct, boolean checksum)
            throws Exception {
        try (TestCluster cluster = TestCluster.start(
                        directory, 4, server -> server.store(store).transport(transport));
                StriaClient client = cluster.client(
                        config -> config.transport(transport).checksum(checksum).maxRpcBytes(MiB.of(1)));
                AsyncFile file = client.open("/f", LAYOUT, CREATE, READ, WRITE).join()) {
            Random random = new Random(7);
            long offset = 0;
            List<ByteBuffer> sources = new ArrayList<>();
            List<StriaFuture<Long>> writes = new ArrayList<>();
            for (int length : new int[] {1, 4096, 65_536, 100_000, 3_000_001, 17, 8 << 20}) {
                ByteBuffer source = buffer(length, direct);
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                source.put(bytes).flip();
                sources.add(source);
                writes.add(file.write(source, offset));
                offset += length;
            }
            for (int i = 0; i < writes.size(); i++) {
                assertThat(writes.get(i).join()).isEqualTo(sources.get(i).limit());
                assertThat(sources.get(i).position()).isZero();
            }
            file.sync().join();
            assertThat(file.size().join()).isEqualTo(offset);
            long at = 0;
            for (ByteBuffer source : sources) {
                ByteBuffer back = buffer(source.limit(), direct);
                assertThat(file.read(back, at).join()).isEqualTo(source.limit());
                assertThat(back).isEqualTo(source);
                at += source.limit();
            }
            ByteBuffer tail = buffer(100, direct);
            assertThat(file.read(tail, offset - 10).join()).isEqualTo(10);
            assertThat(file.read(tail, offset).join()).isEqualTo(-1);
            assertThat(client.statistics().get(Counter.LATE_REPLIES)).isZero();
        }
    }

    private static ByteBuffer buffer(int length, boolean direct) {
        return direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
    }
}
