package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.Transport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payload travels between the socket and the caller's direct memory without a copy on the client. */
class ZeroCopyIT {
    private static final FileLayout LAYOUT = FileLayout.striped(2, 1 << 20);
    private static final int FILE_BYTES = 12 << 20;

    @TempDir
    Path directory;

    /** One request. */
    private record Range(long offset, int length, int misalignment) {}

    private static List<Range> aligned() {
        List<Range> ranges = new ArrayList<>();
        for (int length : new int[] {64 << 10, 256 << 10, 1 << 20, 4 << 20}) {
            for (long offset = 0; offset < 3L * length; offset += length) {
                ranges.add(new Range(offset % (8 << 20), length, 0));
            }
        }
        return ranges;
    }

    /** At odd places of the file and of the memory, some across a stripe's end so that a small piece is left over. */
    private static List<Range> unaligned(Random random) {
        List<Range> ranges = new ArrayList<>();
        ranges.add(new Range((1 << 20) - 5, 64 << 10, 3));
        ranges.add(new Range((2 << 20) - (64 << 10) + 1, 64 << 10, 1));
        for (int i = 0; i < 30; i++) {
            int length = (64 << 10) + random.nextInt(3 << 20);
            ranges.add(new Range(random.nextInt(8 << 20), length, random.nextInt(64)));
        }
        return ranges;
    }

    private static List<Range> small(Random random) {
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ranges.add(new Range(random.nextInt(8 << 20), 1 + random.nextInt(8 << 10), random.nextInt(64)));
        }
        return ranges;
    }

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"EPOLL", "NIO", "IO_URING"})
    void transfers_of_64_kib_and_more_are_not_copied_and_small_ones_are_counted(Transport transport) throws Exception {
        Random random = new Random(11);
        byte[] content = Bytes.random(random, FILE_BYTES);
        try (TestCluster cluster = TestCluster.start(directory, 2, server -> server.transport(transport));
                StriaClient client = cluster.client(config -> config.transport(transport));
                AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE))) {
            Await.value(file.write(Bytes.direct(content), 0));
            assertThat(copied(client)).as("by the first write").isZero();

            for (List<Range> ranges : List.of(aligned(), unaligned(random))) {
                writeAll(file, ranges, content);
                assertThat(copied(client)).as("by writes").isZero();
                readAll(file, ranges, content);
                assertThat(copied(client)).as("by reads").isZero();
                for (Range range : ranges) {
                    writeAll(file, List.of(range), content);
                    readAll(file, List.of(range), content);
                }
                assertThat(copied(client)).as("by turns").isZero();
            }

            List<Range> small = small(random);
            writeAll(file, small, content);
            assertThat(copied(client)).as("by small writes").isZero();
            readAll(file, small, content);
            long bytes = small.stream().mapToLong(Range::length).sum();
            assertThat(copied(client)).as("by small reads").isBetween(1L, bytes);
            long before = copied(client);
            readAll(file, aligned(), content);
            assertThat(copied(client)).as("after small reads").isEqualTo(before);
        }
    }

    private static long copied(StriaClient client) {
        return client.statistics().get(Counter.BYTES_COPIED);
    }

    private static ByteBuffer memory(Range range) {
        return ByteBuffer.allocateDirect(64 + range.length)
                .position(range.misalignment)
                .limit(range.misalignment + range.length)
                .slice();
    }

    private static void writeAll(AsyncFile file, List<Range> ranges, byte[] content) throws Exception {
        List<StriaFuture<Long>> writes = new ArrayList<>();
        for (Range range : ranges) {
            ByteBuffer source =
                    memory(range).put(content, (int) range.offset, range.length).flip();
            writes.add(file.write(source, range.offset));
        }
        for (int i = 0; i < ranges.size(); i++) {
            assertThat(Await.value(writes.get(i))).isEqualTo(ranges.get(i).length);
        }
    }

    private static void readAll(AsyncFile file, List<Range> ranges, byte[] content) throws Exception {
        List<ByteBuffer> destinations = new ArrayList<>();
        List<StriaFuture<Long>> reads = new ArrayList<>();
        for (Range range : ranges) {
            ByteBuffer destination = memory(range);
            destinations.add(destination);
            reads.add(file.read(destination, range.offset));
        }
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            assertThat(Await.value(reads.get(i))).isEqualTo(range.length);
            assertThat(destinations.get(i).mismatch(ByteBuffer.wrap(content, (int) range.offset, range.length)))
                    .as("%s", range)
                    .isEqualTo(-1);
        }
    }
}
