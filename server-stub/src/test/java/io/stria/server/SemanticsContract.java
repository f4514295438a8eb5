package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.Transport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reads and writes promise about bytes, on three targets and stripes of 64 KiB, seen by two clients. */
abstract class SemanticsContract {
    private static final int STRIPE = 64 << 10;
    private static final int TARGETS = 3;
    private static final FileLayout LAYOUT = FileLayout.striped(TARGETS, STRIPE);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    Path directory;

    private TestCluster cluster;
    private StriaClient client;
    private StriaClient other;
    private String path;

    abstract Transport transport();

    abstract ServerConfig.Builder storage(ServerConfig.Builder server);

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(
                directory,
                TARGETS,
                server -> storage(server).transport(transport()).maxRpcBytes(128 << 10));
        client = cluster.client(
                config -> config.transport(transport()).maxRpcBytes(128 << 10).maxRpcsInFlight(2));
        other = cluster.client(config -> config.transport(transport())
                .maxRpcsInFlight(3)
                .bounceBytes(100_000)
                .connectionsPerTarget(2));
        path = "/f" + NUMBER.incrementAndGet();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        other.close();
        cluster.close();
    }

    private AsyncFile open(StriaClient by) throws Exception {
        return Await.value(by.open(path, LAYOUT, CREATE, READ, WRITE));
    }

    @Test
    void any_range_in_any_memory_reads_back_as_it_was_written() throws Exception {
        randomOperations(150, client, client);
    }

    @Test
    void one_client_sees_what_another_has_been_told_is_done() throws Exception {
        randomOperations(150, client, other);
    }

    @Test
    @Tag("soak")
    void any_range_reads_back_for_a_long_time() throws Exception {
        randomOperations(10_000, client, client);
        randomOperations(10_000, client, other);
    }

    private void randomOperations(int count, StriaClient by, StriaClient seenBy) throws Exception {
        long seed = System.nanoTime();
        FileModel model = new FileModel(new Random(seed), 12 * STRIPE, STRIPE);
        try (AsyncFile writer = open(by);
                AsyncFile reader = open(seenBy)) {
            Await.value(writer.truncate(0));
            for (int i = 0; i < count; i++) {
                model.step(writer, reader);
            }
            assertThat(Await.value(reader.size())).isEqualTo(model.size());
            Bytes.assertSame(Bytes.readAll(reader, model.size()), model.bytes(), "the file");
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void holes_read_as_zeros_and_bytes_past_the_end_stay_untouched() throws Exception {
        Random random = new Random(1);
        try (AsyncFile file = open(client);
                AsyncFile elsewhere = open(other)) {
            byte[] data = Bytes.random(random, 1000);
            int at = 5 * STRIPE + 17;
            Await.value(file.write(Bytes.direct(data), at));
            byte[] expected = new byte[at + data.length];
            System.arraycopy(data, 0, expected, at, data.length);
            for (AsyncFile each : List.of(file, elsewhere)) {
                for (int offset : new int[] {0, 1, STRIPE - 1, STRIPE, 4 * STRIPE + 3, at - 1, at, at + 999}) {
                    byte[] wanted = Arrays.copyOfRange(expected, offset, expected.length);
                    Bytes.assertSame(Bytes.read(random, each, offset, 10 * STRIPE), wanted, "read at " + offset);
                }
                assertThat(Await.value(each.read(ByteBuffer.allocateDirect(10), expected.length)))
                        .isEqualTo(-1);
                assertThat(Await.value(each.read(ByteBuffer.allocate(10 * STRIPE), 1L << 40)))
                        .isEqualTo(-1);
                assertThat(Await.value(each.read(ByteBuffer.allocate(10), Long.MAX_VALUE - 10)))
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void a_reader_at_the_end_of_a_growing_file_never_sees_bytes_that_were_not_written() throws Exception {
        int size = 24 * STRIPE;
        try (AsyncFile file = open(client);
                AsyncFile tail = open(other)) {
            byte[] data = new byte[size];
            for (int i = 0; i < size; i++) {
                data[i] = (byte) (i % 251 + 1);
            }
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> append(file, data));
            int seen = 0;
            ByteBuffer destination = ByteBuffer.allocateDirect(4 * STRIPE);
            while (seen < size) {
                boolean wasWritten = writing.isDone();
                long count = Await.value(tail.read(destination, seen));
                assertThat(count > 0 || !wasWritten)
                        .as("end of file at " + seen)
                        .isTrue();
                byte[] bytes = new byte[(int) Math.max(0, count)];
                destination.get(0, bytes);
                Bytes.assertSame(bytes, Arrays.copyOfRange(data, seen, seen + bytes.length), "tail at " + seen);
                seen += bytes.length;
            }
            Await.value(writing);
        }
    }

    private static void append(AsyncFile file, byte[] data) {
        Random random = new Random(2);
        for (int at = 0; at < data.length; ) {
            // Within one stripe: of a write in flight that spans two, the second half can be there before the first.
            int count = Math.min(Math.min(data.length - at, 1 + random.nextInt(STRIPE)), STRIPE - at % STRIPE);
            file.write(Bytes.direct(Arrays.copyOfRange(data, at, at + count)), at)
                    .join();
            at += count;
        }
    }

    @Test
    void a_transfer_larger_than_stripe_rpc_and_window_moves_whole() throws Exception {
        byte[] data = Bytes.random(new Random(3), (24 << 20) + 4321);
        try (AsyncFile file = open(client)) {
            assertThat(Await.value(file.write(Bytes.direct(data), 777))).isEqualTo(data.length);
            ByteBuffer back = ByteBuffer.allocateDirect(data.length);
            assertThat(Await.value(file.read(back, 777))).isEqualTo(data.length);
            assertThat(back).isEqualTo(ByteBuffer.wrap(data));
            ByteBuffer onHeap = ByteBuffer.allocate(data.length + 1);
            assertThat(Await.value(file.read(onHeap, 777))).isEqualTo(data.length);
            assertThat(onHeap.limit(data.length)).isEqualTo(ByteBuffer.wrap(data));
        }
    }

    @Test
    void neighbours_that_share_blocks_leave_each_other_alone() throws Exception {
        Random random = new Random(4);
        byte[] data = Bytes.random(random, 20 * STRIPE);
        try (AsyncFile mine = open(client);
                AsyncFile theirs = open(other)) {
            List<StriaFuture<Long>> writes = new ArrayList<>();
            List<Integer> edges = new ArrayList<>(List.of(0, data.length));
            for (int i = 0; i < 400; i++) {
                edges.add(random.nextInt(data.length));
            }
            edges.sort(null);
            for (int i = 1; i < edges.size(); i++) {
                byte[] piece = Arrays.copyOfRange(data, edges.get(i - 1), edges.get(i));
                AsyncFile by = random.nextBoolean() ? mine : theirs;
                writes.add(by.write(Bytes.memory(random, piece), edges.get(i - 1)));
            }
            for (StriaFuture<Long> write : writes) {
                Await.value(write);
            }
            Bytes.assertSame(Bytes.readAll(mine, data.length), data, "the file");
            Bytes.assertSame(Bytes.readAll(theirs, data.length), data, "the file, elsewhere");
        }
    }

    @Test
    void nothing_is_sent_for_zero_bytes() throws Exception {
        try (AsyncFile file = open(client)) {
            Await.value(file.write(Bytes.direct(new byte[100]), 0));
            long before = client.statistics().get(Counter.RPCS);
            for (long offset : new long[] {0, 50, 100, 1000, Long.MAX_VALUE}) {
                assertThat(Await.value(file.read(ByteBuffer.allocate(0), offset)))
                        .isZero();
                assertThat(Await.value(file.read(Memory.of(), offset))).isZero();
                assertThat(Await.value(file.write(ByteBuffer.allocateDirect(0), offset)))
                        .isZero();
            }
            assertThat(client.statistics().get(Counter.RPCS)).isEqualTo(before);
            assertThat(Await.value(file.size())).isEqualTo(100);
        }
    }

    @Test
    void a_range_outside_of_files_is_refused_before_anything_is_sent() throws Exception {
        try (AsyncFile file = open(client)) {
            long rpcs = client.statistics().get(Counter.RPCS);
            long requests = client.statistics().get(Counter.REQUESTS);
            for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE - 8, Long.MAX_VALUE}) {
                for (boolean isDirect : new boolean[] {true, false}) {
                    ByteBuffer memory = isDirect ? ByteBuffer.allocateDirect(9) : ByteBuffer.allocate(9);
                    assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.read(memory, offset)))
                            .contains(path, "offset=" + offset, "length=9");
                    Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.write(memory, offset));
                }
            }
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.truncate(-1));
            assertThat(client.statistics().get(Counter.RPCS)).isEqualTo(rpcs);
            assertThat(client.statistics().get(Counter.REQUESTS)).isEqualTo(requests);
        }
    }

    @Test
    void a_read_only_buffer_can_be_written_from_but_not_read_into() throws Exception {
        try (AsyncFile file = open(client)) {
            byte[] data = Bytes.random(new Random(5), 100_000);
            for (ByteBuffer source : List.of(Bytes.direct(data), ByteBuffer.wrap(data))) {
                ByteBuffer readOnly = source.asReadOnlyBuffer();
                assertThat(Await.value(file.write(readOnly, 0))).isEqualTo(data.length);
                Bytes.assertSame(Bytes.readAll(file, data.length), data, "the file");
                assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.read(readOnly, 0)))
                        .contains("read-only");
                Await.value(file.truncate(0));
            }
            Memory partly =
                    Memory.of(ByteBuffer.allocate(1), ByteBuffer.allocate(1).asReadOnlyBuffer());
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.read(partly, 0));
        }
    }

    @Test
    void position_and_limit_are_taken_at_the_call_and_never_moved() throws Exception {
        try (AsyncFile file = open(client)) {
            for (boolean isDirect : new boolean[] {true, false}) {
                ByteBuffer buffer = isDirect ? ByteBuffer.allocateDirect(300_000) : ByteBuffer.allocate(300_000);
                buffer.put(7, (byte) 42).position(7).limit(200_007);
                StriaFuture<Long> write = file.write(buffer, 0);
                assertThat(buffer.position()).isEqualTo(7);
                assertThat(buffer.limit()).isEqualTo(200_007);
                buffer.position(0).limit(10); // the buffer object is the caller's, only its bytes are lent
                assertThat(Await.value(write)).isEqualTo(200_000);
                assertThat(buffer.position()).isZero();
                assertThat(buffer.limit()).isEqualTo(10);
                ByteBuffer back = ByteBuffer.allocate(3).position(1);
                assertThat(Await.value(file.read(back, 0))).isEqualTo(2);
                assertThat(back.position()).isEqualTo(1);
                assertThat(back.get(1)).isEqualTo((byte) 42);
            }
        }
    }

    @Test
    void many_threads_share_one_file() throws Exception {
        int threads = 4;
        int pieces = 40;
        try (AsyncFile file = open(client)) {
            List<CompletableFuture<Void>> running = new ArrayList<>();
            byte[][] data = new byte[threads][];
            for (int i = 0; i < threads; i++) {
                int number = i;
                data[i] = Bytes.random(new Random(i), 10_007);
                running.add(CompletableFuture.runAsync(() -> {
                    for (int j = 0; j < pieces; j++) {
                        long at = (long) (j * threads + number) * data[number].length;
                        file.write(Bytes.direct(data[number]), at).join();
                        ByteBuffer back = ByteBuffer.allocateDirect(data[number].length);
                        assertThat(file.read(back, at).join()).isEqualTo(data[number].length);
                        assertThat(back).isEqualTo(ByteBuffer.wrap(data[number]));
                    }
                }));
            }
            for (CompletableFuture<Void> each : running) {
                Await.value(each);
            }
        }
    }
}
