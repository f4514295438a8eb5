package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.stria.AsyncFile;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sync, truncate and close promise about the requests before and behind them, over a network that stalls. */
class BarriersIT {
    private static final int STRIPE = 64 << 10;
    private static final int TARGETS = 3;
    private static final FileLayout LAYOUT = FileLayout.striped(TARGETS, STRIPE);

    @TempDir
    Path directory;

    private Proxy proxy;
    private TestCluster cluster;
    private StriaClient client;
    private AsyncFile file;

    @BeforeEach
    void start() throws Exception {
        proxy = new Proxy();
        cluster = TestCluster.startBehind(proxy, directory, TARGETS, server -> server.store(StoreKind.MEMORY));
        client = cluster.client(config -> config.requestTimeout(Duration.ofSeconds(30)));
        file = open(client);
    }

    @AfterEach
    void stop() throws Exception {
        proxy.flow();
        client.close();
        cluster.close();
        proxy.close();
    }

    private static AsyncFile open(StriaClient by) throws Exception {
        return Await.value(by.open("/f", LAYOUT, CREATE, READ, WRITE));
    }

    private static ByteBuffer bytes(int seed, int length) {
        return Bytes.direct(Bytes.random(new Random(seed), length));
    }

    private List<StriaFuture<Long>> writes(int count) {
        List<StriaFuture<Long>> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(file.write(bytes(i, 10_000), i * 10_000L));
        }
        return writes;
    }

    @Test
    void sync_waits_for_the_writes_before_it() throws Exception {
        Await.value(file.write(bytes(0, 3 * STRIPE), 0)); // so that all connections are there
        proxy.stall();
        List<StriaFuture<Long>> writes = writes(40);
        StriaFuture<Void> sync = file.sync();
        List<StriaFuture<Long>> later = writes(5);
        sync.whenComplete((done, error) -> writes.forEach(write -> {
            if (!write.isDone()) {
                sync.obtrudeException(new AssertionError("a write before the sync is not done"));
            }
        }));
        assertThat(sync).isNotDone();
        proxy.flow();
        Await.value(sync);
        assertThat(writes).allMatch(StriaFuture::isDone);
        for (StriaFuture<Long> write : later) {
            Await.value(write);
        }
    }

    @Test
    void truncate_waits_for_what_came_before_and_holds_back_what_follows() throws Exception {
        Await.value(file.write(bytes(0, 3 * STRIPE), 0));
        proxy.stall();
        List<StriaFuture<Long>> before = writes(40);
        StriaFuture<Void> truncate = file.truncate(100);
        StriaFuture<Long> behind = file.write(bytes(99, 50), 1000);
        proxy.flow();
        Await.value(truncate);
        assertThat(before).allMatch(StriaFuture::isDone);
        Await.value(behind);
        byte[] expected = new byte[1050];
        bytes(0, 10_000).get(0, expected, 0, 100);
        bytes(99, 50).get(0, expected, 1000, 50);
        Bytes.assertSame(Bytes.readAll(file, 1050), expected, "the file");
    }

    @Test
    void what_follows_a_sync_behind_a_truncate_is_held_back_as_well() throws Exception {
        for (int round = 0; round < 20; round++) {
            Await.value(file.write(bytes(0, 3 * STRIPE), 0));
            proxy.stall();
            StriaFuture<Long> before = file.write(bytes(1, 2 * STRIPE), 0);
            StriaFuture<Void> truncate = file.truncate(0);
            StriaFuture<Void> sync = file.sync();
            StriaFuture<Void> again = file.sync();
            StriaFuture<Long> behind = file.write(bytes(99, 2 * STRIPE), 0);
            proxy.flow();
            Await.value(before);
            Await.value(truncate);
            Await.value(sync);
            Await.value(again);
            Await.value(behind);
            byte[] expected = new byte[2 * STRIPE];
            bytes(99, 2 * STRIPE).get(0, expected);
            Bytes.assertSame(Bytes.readAll(file, 2 * STRIPE), expected, "round " + round);
        }
    }

    @Test
    void a_truncate_that_was_cancelled_before_its_turn_does_nothing() throws Exception {
        ByteBuffer data = bytes(1, 3 * STRIPE);
        Await.value(file.write(bytes(0, 3 * STRIPE), 0));
        proxy.stall();
        StriaFuture<Long> before = file.write(data, 0);
        StriaFuture<Void> truncate = file.truncate(0);
        StriaFuture<Void> behind = file.sync();
        assertThat(truncate.cancel(true)).isTrue();
        proxy.flow();
        Await.value(before);
        Await.value(behind);
        assertThat(Await.value(file.size())).isEqualTo(3 * STRIPE);
    }

    @Test
    void barriers_in_any_order_act_in_the_order_they_were_called() throws Exception {
        Random random = new Random(7);
        byte[] expected = {};
        List<StriaFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            switch (random.nextInt(3)) {
                case 0 -> calls.add(file.sync());
                case 1 -> {
                    int size = random.nextInt(4 * STRIPE);
                    calls.add(file.truncate(size));
                    expected = Arrays.copyOf(expected, size);
                }
                default -> {
                    // Behind each other only because a truncate is in between.
                    calls.add(file.truncate(expected.length));
                    int offset = random.nextInt(4 * STRIPE);
                    byte[] data = Bytes.random(random, 1 + random.nextInt(STRIPE));
                    calls.add(file.write(Bytes.direct(data), offset));
                    expected = Arrays.copyOf(expected, Math.max(expected.length, offset + data.length));
                    System.arraycopy(data, 0, expected, offset, data.length);
                }
            }
        }
        for (StriaFuture<?> call : calls) {
            Await.value(call);
        }
        Bytes.assertSame(Bytes.readAll(file, expected.length), expected, "the file");
    }

    @Test
    void a_request_behind_a_truncate_has_a_deadline_of_its_own() throws Exception {
        Duration timeout = Duration.ofSeconds(2);
        try (StriaClient hasty = cluster.client(config -> config.requestTimeout(timeout))) {
            AsyncFile mine = open(hasty);
            Await.value(mine.write(bytes(0, 3 * STRIPE), 0));
            proxy.stall();
            long begin = System.nanoTime();
            List<StriaFuture<?>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                calls.add(mine.write(bytes(i, 100), 0));
                calls.add(mine.truncate(100));
                calls.add(mine.sync());
            }
            calls.add(mine.read(ByteBuffer.allocateDirect(10), 0));
            for (StriaFuture<?> call : calls) {
                Await.failsWith(ErrorCode.TIMEOUT, call);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(timeout.multipliedBy(2));
            proxy.flow();
        }
    }

    @Test
    void close_waits_for_what_is_in_flight_and_refuses_what_follows() throws Exception {
        proxy.stall();
        List<StriaFuture<Long>> writes = writes(20);
        StriaFuture<Void> close = file.closeAsync();
        assertThat(file.closeAsync()).isSameAs(close);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.write(bytes(0, 10), 0)))
                .contains("/f", "open it again");
        Await.failsWith(ErrorCode.CLOSED, file.read(ByteBuffer.allocate(10), 0));
        Await.failsWith(ErrorCode.CLOSED, file.read(ByteBuffer.allocate(0), 0));
        Await.failsWith(ErrorCode.CLOSED, file.sync());
        Await.failsWith(ErrorCode.CLOSED, file.truncate(0));
        Await.failsWith(ErrorCode.CLOSED, file.size());
        assertThat(close).isNotDone();
        proxy.flow();
        Await.value(close);
        for (StriaFuture<Long> write : writes) {
            assertThat(Await.value(write)).isEqualTo(10_000);
        }
        file.close();
        assertThat(Await.value(client.stat("/f")).size()).isEqualTo(200_000);
    }

    @Test
    void close_completes_after_a_write_has_failed_and_does_not_repeat_its_error() throws Exception {
        Await.value(file.write(bytes(0, 3 * STRIPE), 0));
        proxy.stall();
        StriaFuture<Long> write = file.write(bytes(1, 3 * STRIPE), 0);
        Await.until(
                "it is sent",
                () -> client.statistics().targets().stream()
                                .mapToLong(
                                        target -> target.write().bytesPerRpc().total())
                                .sum()
                        >= 6);
        proxy.cut();
        Await.failsWith(ErrorCode.UNKNOWN_OUTCOME, write);
        proxy.flow();
        Await.value(file.closeAsync());
        assertThatCode(file::close).doesNotThrowAnyException();
    }

    @Test
    void closing_the_client_closes_its_files_after_their_requests() throws Exception {
        proxy.stall();
        List<StriaFuture<Long>> writes = writes(20);
        StriaFuture<Void> close = client.closeAsync();
        assertThat(client.closeAsync()).isSameAs(close);
        Await.failsWith(ErrorCode.CLOSED, file.write(bytes(0, 10), 0));
        assertThat(Await.failsWith(ErrorCode.CLOSED, client.open("/g"))).contains("/g", "client is closed");
        Await.failsWith(ErrorCode.CLOSED, client.stat("/f"));
        proxy.flow();
        Await.value(close);
        for (StriaFuture<Long> write : writes) {
            assertThat(Await.value(write)).isEqualTo(10_000);
        }
        Await.failsWith(ErrorCode.CLOSED, file.write(bytes(0, 10), 0));
        Await.failsWith(ErrorCode.CLOSED, client.mkdir("/d"));
        client.close();
    }

    @Test
    void closing_the_client_waits_for_names_as_well() throws Exception {
        StriaClient hasty = cluster.client();
        List<StriaFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(hasty.mkdir("/d" + i));
            calls.add(hasty.open("/d" + i + "/f", CREATE, WRITE));
            calls.add(hasty.rename("/d" + i + "/f", "/d" + i + "/g"));
        }
        Await.value(hasty.closeAsync());
        for (StriaFuture<?> call : calls) {
            assertThat(call).isCompleted();
        }
    }

    @Test
    void a_cut_or_extended_file_has_the_same_size_for_everybody() throws Exception {
        try (StriaClient other = cluster.client()) {
            AsyncFile elsewhere = open(other);
            byte[] data = Bytes.random(new Random(1), 7 * STRIPE);
            List<Integer> sizes = new ArrayList<>();
            for (int edge : new int[] {4096, STRIPE, TARGETS * STRIPE, (TARGETS + 1) * STRIPE}) {
                sizes.addAll(List.of(edge - 1, edge, edge + 1));
            }
            sizes.add(0);
            for (int size : sizes) {
                for (int before : new int[] {0, data.length}) {
                    Await.value(file.truncate(0));
                    Await.value(file.write(Bytes.direct(Arrays.copyOf(data, before)), 0));
                    Await.value(file.truncate(size));
                    byte[] expected = Arrays.copyOf(Arrays.copyOf(data, before), size);
                    for (AsyncFile each : List.of(file, elsewhere)) {
                        assertThat(Await.value(each.size())).isEqualTo(size);
                        Bytes.assertSame(Bytes.readAll(each, size), expected, before + " truncated to " + size);
                    }
                    assertThat(Await.value(other.stat("/f")).size()).isEqualTo(size);
                }
            }
        }
    }

    @Test
    void stat_knows_the_size_while_a_file_is_written_and_afterwards() throws Exception {
        try (StriaClient other = cluster.client()) {
            AsyncFile second = Await.value(other.open("/f", WRITE));
            Await.value(file.write(bytes(1, 10), 5 * STRIPE));
            assertThat(Await.value(other.stat("/f")).size()).isEqualTo(5 * STRIPE + 10);
            Await.value(second.closeAsync());
            Await.value(file.write(bytes(1, 10), 6 * STRIPE));
            assertThat(Await.value(other.stat("/f")).size()).isEqualTo(6 * STRIPE + 10);
            Await.value(file.closeAsync());
            assertThat(Await.value(other.stat("/f")).size()).isEqualTo(6 * STRIPE + 10);
            AsyncFile reopened = Await.value(other.open("/f", WRITE));
            Await.value(reopened.truncate(3));
            assertThat(Await.value(client.stat("/f")).size()).isEqualTo(3);
            Await.value(reopened.closeAsync());
            assertThat(Await.value(client.stat("/f")).size()).isEqualTo(3);
        }
    }
}
