package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Extent;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many reads or writes in one submission: all of them or none, one hand-over per target, one future or many. */
class BatchIT {
    private static final int STRIPE = 64 << 10;
    private static final int TARGETS = 3;
    private static final int MAX_PENDING = 100;
    private static final FileLayout LAYOUT = FileLayout.striped(TARGETS, STRIPE);

    @TempDir
    Path directory;

    private Proxy proxy;
    private TestCluster cluster;
    private StriaClient client;
    private AsyncFile file;
    private AsyncFile other;

    @BeforeEach
    void start() throws Exception {
        proxy = new Proxy();
        cluster = TestCluster.startBehind(proxy, directory, TARGETS, server -> server.store(StoreKind.MEMORY));
        client = cluster.client(config -> config.maxPendingRequests(MAX_PENDING));
        file = open(client, "/f");
        other = open(client, "/g");
    }

    @AfterEach
    void stop() throws Exception {
        proxy.flow();
        client.close();
        cluster.close();
        proxy.close();
    }

    private static AsyncFile open(StriaClient by, String path) throws Exception {
        return Await.value(by.open(path, LAYOUT, CREATE, READ, WRITE));
    }

    private static Extent extent(AsyncFile of, int offset, int length) {
        return Extent.of(of, ByteBuffer.allocateDirect(length), offset);
    }

    @Test
    void extents_of_any_size_of_several_files_read_back_as_they_were_written() throws Exception {
        Random random = new Random(1);
        byte[][] contents = {Bytes.random(random, 1_000_000), Bytes.random(random, 1_000_000)};
        List<Extent> writes = new ArrayList<>();
        List<Extent> reads = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        List<byte[]> actual = new ArrayList<>();
        long bytes = 0;
        for (int which = 0; which < 2; which++) {
            for (int at = 0; at < contents[which].length; ) {
                int length = Math.min(random.nextInt(200_000), contents[which].length - at);
                byte[] part = Arrays.copyOfRange(contents[which], at, at + length);
                writes.add(new Extent(which == 0 ? file : other, Bytes.memory(random, part), at));
                byte[] back = new byte[length];
                reads.add(Extent.of(which == 0 ? file : other, ByteBuffer.wrap(back), at));
                expected.add(part);
                actual.add(back);
                at += length;
                bytes += length;
            }
        }
        Collections.shuffle(writes, random);
        assertThat(Await.value(client.writeBatch(writes))).isEqualTo(bytes);
        assertThat(Await.value(client.readBatch(reads))).isEqualTo(bytes);
        for (int i = 0; i < expected.size(); i++) {
            Bytes.assertSame(actual.get(i), expected.get(i), "extent " + i);
        }
        Bytes.assertSame(Bytes.readAll(file, contents[0].length), contents[0], "the first file");
    }

    @Test
    void a_batch_wakes_an_event_loop_once_however_many_extents_it_has() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(TARGETS * STRIPE), 0)); // so that all connections are there
        List<Extent> writes = new ArrayList<>();
        for (int i = 0; i < MAX_PENDING; i++) {
            writes.add(extent(file, i * 4096, 4096));
        }
        long before = client.statistics().counters().get(Counter.WAKEUPS);
        Await.value(client.writeBatch(writes));
        assertThat(client.statistics().counters().get(Counter.WAKEUPS) - before)
                .isBetween(1L, (long) client.config().ioThreads());
    }

    @Test
    void each_extent_can_have_a_future_of_its_own() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(100), 0));
        List<StriaFuture<Long>> reads = client.readEach(
                List.of(extent(file, 0, 60), extent(file, 60, 60), extent(file, 100, 60), extent(file, 0, 0)));
        assertThat(Await.value(reads.get(0))).isEqualTo(60);
        assertThat(Await.value(reads.get(1))).isEqualTo(40);
        assertThat(Await.value(reads.get(2))).isEqualTo(-1);
        assertThat(Await.value(reads.get(3))).isZero();
        assertThat(Await.value(
                        client.readBatch(List.of(extent(file, 0, 60), extent(file, 60, 60), extent(file, 100, 60)))))
                .isEqualTo(100);
    }

    @Test
    void one_of_them_can_be_cancelled_without_the_others() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(TARGETS * STRIPE), 0));
        proxy.stall();
        List<StriaFuture<Long>> writes = client.writeEach(List.of(extent(file, 0, 10), extent(file, 10, 10)));
        writes.get(0).cancel(false);
        proxy.flow();
        assertThat(Await.value(writes.get(1))).isEqualTo(10);
        Await.value(writes.get(0).released());
    }

    @Test
    void a_cancelled_batch_has_let_go_of_its_memory_when_all_its_extents_have() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(TARGETS * STRIPE), 0));
        proxy.stall();
        StriaFuture<Long> write =
                client.writeBatch(List.of(extent(file, 0, TARGETS * STRIPE), extent(other, 0, TARGETS * STRIPE)));
        write.cancel(false);
        assertThat(write).isCancelled();
        proxy.flow();
        Await.value(write.released());
        Await.value(client.writeBatch(List.of(extent(file, 0, 10), extent(other, 0, 10))));
    }

    @Test
    void two_writes_of_a_batch_must_not_overlap_in_whatever_order_they_are_named() throws Exception {
        AsyncFile again = open(client, "/f");
        for (List<Extent> overlapping : List.of(
                List.of(extent(file, 0, 10), extent(file, 9, 10)),
                List.of(extent(file, 100, 1), extent(file, 0, 10), extent(file, 50, 1), extent(again, 5, 1)),
                List.of(extent(file, 7, 1), extent(file, 7, 1)))) {
            assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.writeBatch(overlapping)))
                    .contains("nothing of the batch was sent, two of its writes overlap (path=/f, offset=")
                    .contains("write them one after the other");
            for (StriaFuture<Long> each : client.writeEach(overlapping)) {
                assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, each)).contains("overlap");
                Await.value(each.released());
            }
        }
        assertThat(Await.value(file.size())).isZero();
        Await.value(client.writeBatch(
                List.of(extent(file, 10, 10), extent(file, 5, 0), extent(file, 0, 10), extent(other, 5, 10))));
        Await.value(client.readBatch(List.of(extent(file, 0, 10), extent(file, 0, 10))));
    }

    @Test
    void what_cannot_be_is_refused_as_a_whole_and_the_extent_is_named() throws Exception {
        AsyncFile readable = Await.value(client.open("/f", READ));
        AsyncFile closed = open(client, "/closed");
        Await.value(closed.closeAsync());
        try (StriaClient stranger = cluster.client()) {
            AsyncFile foreign = open(stranger, "/f");
            refused(ErrorCode.INVALID_ARGUMENT, extent(foreign, 10, 10), "opened by another client (path=/f)");
        }
        refused(ErrorCode.ACCESS_DENIED, extent(readable, 10, 10), "not open for writing");
        refused(ErrorCode.CLOSED, extent(closed, 10, 10), "/closed");
        refused(ErrorCode.INVALID_ARGUMENT, extent(file, -1, 10), "offset=-1");
        assertThat(Await.value(file.size())).isZero();
    }

    private void refused(ErrorCode code, Extent wrong, String why) throws Exception {
        assertThat(Await.failsWith(code, client.writeBatch(List.of(extent(file, 0, 10), wrong))))
                .contains("nothing of the batch was sent, its extent 1: ")
                .contains(why);
    }

    @Test
    void a_batch_beyond_the_bound_is_refused_as_a_whole_and_takes_nothing_away() throws Exception {
        List<Extent> writes = new ArrayList<>();
        for (int i = 0; i <= MAX_PENDING; i++) {
            writes.add(extent(file, i * 10, 10));
        }
        assertThat(Await.failsWith(ErrorCode.BUSY, client.writeBatch(writes)))
                .contains("writeBatch of 101 extents refused", "of 100 requests", "make the batch smaller");
        assertThat(Await.value(file.size())).isZero();
        assertThat(Await.value(client.writeBatch(writes.subList(0, MAX_PENDING))))
                .isEqualTo(MAX_PENDING * 10L);
    }

    @Test
    void a_batch_behind_a_truncation_waits_for_it() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(TARGETS * STRIPE), 0));
        proxy.stall();
        StriaFuture<Void> truncate = file.truncate(5);
        StriaFuture<Long> write = client.writeBatch(List.of(extent(file, 100, 10), extent(other, 0, 10)));
        proxy.flow();
        Await.value(truncate);
        assertThat(Await.value(write)).isEqualTo(20);
        assertThat(Await.value(file.size())).isEqualTo(110);
    }

    @Test
    void a_batch_of_nothing_is_done_at_once() {
        assertThat(client.writeBatch(List.of())).isCompletedWithValue(0L);
        assertThat(client.readBatch(List.of(extent(file, 5, 0)))).isCompletedWithValue(0L);
        assertThat(client.readEach(List.of())).isEmpty();
    }

    @Test
    void a_failure_of_one_extent_is_that_of_the_batch_when_all_have_ended() throws Exception {
        Await.value(file.write(ByteBuffer.allocateDirect(TARGETS * STRIPE), 0));
        proxy.stall();
        StriaFuture<Long> write = client.writeBatch(List.of(extent(file, 0, 10), extent(file, 10, 10)));
        assertThat(write).isNotDone();
        proxy.cut();
        Await.failsWith(ErrorCode.UNKNOWN_OUTCOME, write);
        Await.value(write.released());
    }
}
