package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the handles of a client live that is not there. */
class SessionsIT {
    private static final byte[] DATA = Bytes.random(new Random(3), 100_000);

    @TempDir
    Path directory;

    private Proxy proxy;

    @BeforeEach
    void start() throws Exception {
        proxy = new Proxy();
    }

    @AfterEach
    void stop() throws Exception {
        proxy.close();
    }

    private TestCluster cluster(Duration sessionTimeout) throws IOException {
        TestCluster cluster =
                TestCluster.start(directory, 1, server -> server.buffered(true).sessionTimeout(sessionTimeout));
        proxy.lead(cluster.server());
        return cluster;
    }

    private StriaClient behindProxy() throws StriaException {
        return Stria.connect(ClientConfig.builder("stria://" + proxy.address() + "/")
                .reconnectBackoff(Duration.ofMillis(10))
                .build());
    }

    private long objects() throws IOException {
        return ObjectFiles.of(directory, 1).size();
    }

    private static AsyncFile deletedButOpen(StriaClient client, String path) throws Exception {
        AsyncFile file = Await.value(client.open(path, CREATE, READ, WRITE));
        Await.value(file.write(Bytes.direct(DATA), 0));
        Await.value(client.delete(path));
        return file;
    }

    @Test
    void a_deleted_file_stays_with_a_client_that_lost_its_connection_and_came_back() throws Exception {
        try (TestCluster cluster = cluster(Duration.ofMinutes(10));
                StriaClient client = behindProxy();
                StriaClient direct = cluster.client()) {
            AsyncFile file = deletedButOpen(client, "/f");
            proxy.cut();
            Await.until(
                    "the client is back",
                    () -> client.list("/")
                            .handle((entries, error) -> error == null)
                            .get());
            AsyncFile canary = deletedButOpen(direct, "/canary");
            assertThat(objects()).isEqualTo(2);
            Await.value(canary.closeAsync());
            Await.until("a file deleted later is gone", () -> objects() == 1);
            Bytes.assertSame(Bytes.readAll(file, DATA.length), DATA, "the deleted file");
            Await.value(file.closeAsync());
            Await.until("the deleted file goes with its last handle", () -> objects() == 0);
        }
    }

    @Test
    void a_close_that_was_not_heard_ends_its_handle_when_the_client_is_back() throws Exception {
        try (TestCluster cluster = cluster(Duration.ofMinutes(10));
                StriaClient client = behindProxy();
                StriaClient direct = cluster.client()) {
            AsyncFile file = Await.value(client.open("/f", CREATE, READ, WRITE));
            Await.value(file.write(Bytes.direct(DATA), 0));
            Await.value(direct.delete("/f"));
            proxy.stall();
            long rpcs = client.statistics().get(Counter.RPCS);
            StriaFuture<Void> closing = file.closeAsync();
            Await.until("the close is under way", () -> client.statistics().get(Counter.RPCS) == rpcs + 1);
            proxy.cut();
            proxy.flow();
            Await.failsWith(ErrorCode.UNKNOWN_OUTCOME, closing);
            Await.until(
                    "the client is back",
                    () -> client.list("/")
                            .handle((entries, error) -> error == null)
                            .get());
            Await.until("the deleted file goes with its last handle", () -> objects() == 0);
        }
    }

    @Test
    void opens_and_closes_that_ran_out_of_time_leave_no_handle() throws Exception {
        int files = 100; // more than are in flight at a time
        try (TestCluster cluster = cluster(Duration.ofMinutes(10));
                StriaClient client = Stria.connect(ClientConfig.builder("stria://" + proxy.address() + "/")
                        .requestTimeout(Duration.ofSeconds(1))
                        .build());
                StriaClient direct = cluster.client()) {
            List<AsyncFile> open = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                AsyncFile file = Await.value(client.open("/f" + i, FileLayout.striped(1, 1 << 20), CREATE, WRITE));
                Await.value(file.write(Bytes.direct(DATA), 0));
                open.add(file);
            }
            proxy.stall();
            List<StriaFuture<?>> late = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                late.add(client.open("/f" + i, READ));
                late.add(open.get(i).closeAsync());
            }
            for (StriaFuture<?> each : late) {
                Await.failsWith(ErrorCode.TIMEOUT, each);
            }
            proxy.flow();
            for (int i = 0; i < files; i++) {
                Await.value(direct.delete("/f" + i));
            }
            Await.until("the deleted files are gone", () -> objects() == 0);
        }
    }

    @Test
    void a_client_that_has_files_open_comes_back_without_being_asked_to() throws Exception {
        TestCluster cluster = cluster(Duration.ofMinutes(10));
        try (StriaClient client = behindProxy()) {
            Await.value(client.open("/f", CREATE, WRITE));
            int before = proxy.accepted();
            proxy.cut();
            Await.until("the client is back", () -> proxy.accepted() > before);
        } finally {
            cluster.close();
        }
    }

    @Test
    void open_files_outlive_a_restart_of_the_namespace_the_deleted_ones_too() throws Exception {
        TestCluster before = cluster(Duration.ofMinutes(10));
        try (StriaClient client = behindProxy()) {
            AsyncFile file = Await.value(client.open("/f", CREATE, READ, WRITE));
            Await.value(file.write(Bytes.direct(DATA), 0));
            AsyncFile deleted = deletedButOpen(client, "/deleted");
            AsyncFile closed = Await.value(client.open("/closed", CREATE, WRITE));
            Await.value(closed.write(Bytes.direct(DATA), 0));
            Await.value(closed.closeAsync());
            before.close();
            try (TestCluster after = cluster(Duration.ofSeconds(5));
                    StriaClient direct = after.client()) {
                Await.until(
                        "the client is back",
                        () -> client.stat("/f")
                                .handle((status, error) -> error == null)
                                .get());
                Await.value(direct.delete("/closed"));
                Await.until("whoever wanted to come back has", () -> objects() == 2);
                Bytes.assertSame(Bytes.readAll(file, DATA.length), DATA, "the file");
                Bytes.assertSame(Bytes.readAll(deleted, DATA.length), DATA, "the deleted file");
                Await.value(file.write(Bytes.direct(DATA), DATA.length));
                assertThat(Await.value(direct.stat("/f")).size()).isEqualTo(2L * DATA.length);
                Await.value(deleted.closeAsync());
                Await.until("the deleted file goes with its last handle", () -> objects() == 1);
                Await.value(file.closeAsync());
            }
        }
    }

    @Test
    void what_a_client_had_open_is_given_up_when_it_stays_away() throws Exception {
        try (TestCluster cluster = cluster(Duration.ofMillis(50));
                StriaClient direct = cluster.client()) {
            StriaClient client = behindProxy();
            AsyncFile file = deletedButOpen(client, "/f");
            AsyncFile written = Await.value(client.open("/g", CREATE, WRITE));
            Await.value(written.write(Bytes.direct(DATA), 7));
            assertThat(objects()).isEqualTo(2);
            proxy.stall();
            proxy.cut();
            Await.until("the deleted file is gone", () -> objects() == 1);
            assertThat(Await.value(direct.stat("/g")).size()).isEqualTo(DATA.length + 7);
            proxy.flow();
            Await.end(file.write(Bytes.direct(DATA), 0));
            assertThat(objects()).as("a late write does not bring it back").isEqualTo(1);
            Await.end(client.closeAsync());
        }
    }
}
