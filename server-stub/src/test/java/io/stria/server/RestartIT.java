package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a server: what was acknowledged is there afterwards, what was deleted is gone. */
class RestartIT {
    private static final int TARGETS = 3;
    private static final int PIECE = 50_021;
    private static final FileLayout LAYOUT = FileLayout.striped(TARGETS, 64 << 10);

    @TempDir
    Path directory;

    private static StriaClient client(ServerProcess server) throws StriaException {
        return Stria.connect(ClientConfig.builder(server.uri())
                .requestTimeout(Duration.ofSeconds(20))
                .reconnectBackoff(Duration.ofMillis(100))
                .build());
    }

    private ServerProcess start(String... more) throws IOException {
        List<String> arguments =
                ServerProcess.arguments(directory, TARGETS, "--listen", "127.0.0.1:0", "--session-timeout", "1");
        arguments.addAll(List.of(more));
        return ServerProcess.start(arguments);
    }

    private static byte[] piece(int number) {
        return Bytes.random(new Random(number), PIECE);
    }

    @Test
    void every_acknowledged_write_reads_back_after_the_server_was_killed_under_load() throws Exception {
        killUnderLoad(300);
    }

    @RepeatedTest(10)
    @Tag("soak")
    void every_acknowledged_write_reads_back_time_and_again() throws Exception {
        killUnderLoad(2000);
    }

    private void killUnderLoad(int before) throws Exception {
        List<Integer> acknowledged = new ArrayList<>();
        int submitted = 0;
        try (ServerProcess server = start()) {
            StriaClient client = client(server);
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            AsyncFile open = Await.value(client.open("/deleted", LAYOUT, CREATE, WRITE));
            Await.value(open.write(ByteBuffer.allocateDirect(1 << 20), 0));
            Await.value(client.delete("/deleted"));
            List<StriaFuture<Long>> writes = new ArrayList<>();
            while (submitted < before + 200) {
                if (submitted == before) {
                    server.kill();
                }
                writes.add(file.write(Bytes.direct(piece(submitted)), (long) submitted * PIECE));
                if (submitted >= 40) {
                    Await.end(writes.get(submitted - 40));
                }
                submitted++;
            }
            for (int i = 0; i < submitted; i++) {
                Await.end(writes.get(i));
                if (!writes.get(i).isCompletedExceptionally()) {
                    acknowledged.add(i);
                }
            }
            Await.end(client.closeAsync());
        }
        assertThat(acknowledged).hasSizeBetween(before - 40, before + 40);
        try (ServerProcess server = start();
                StriaClient client = client(server)) {
            AsyncFile file = Await.value(client.open("/f", READ));
            ByteBuffer back = ByteBuffer.allocateDirect(PIECE);
            for (int number : acknowledged) {
                assertThat(Await.value(file.read(back, (long) number * PIECE))).isEqualTo(PIECE);
                byte[] bytes = new byte[PIECE];
                back.get(0, bytes);
                Bytes.assertSame(bytes, piece(number), "write " + number);
            }
            long last = acknowledged.get(acknowledged.size() - 1) + 1L;
            assertThat(Await.value(client.stat("/f")).size()).isGreaterThanOrEqualTo(last * PIECE);
            Await.value(client.delete("/f"));
            Await.value(file.closeAsync());
            Await.until("the objects of deleted files are gone", () -> objects().isEmpty());
        }
    }

    @Test
    void objects_of_deleted_files_go_away_even_if_the_server_was_killed_at_once() throws Exception {
        try (ServerProcess server = start("--buffered")) {
            StriaClient client = client(server);
            for (int i = 0; i < 100; i++) {
                AsyncFile file = Await.value(client.open("/f" + i, LAYOUT, CREATE, WRITE));
                Await.value(file.write(ByteBuffer.allocateDirect(200_000), 0));
                Await.value(file.closeAsync());
            }
            assertThat(objects()).hasSize(100 * TARGETS);
            for (int i = 0; i < 100; i++) {
                Await.value(client.delete("/f" + i));
            }
            server.kill();
            Await.end(client.closeAsync());
        }
        try (ServerProcess server = start("--buffered");
                StriaClient client = client(server)) {
            assertThat(Await.value(client.list("/"))).isEmpty();
            Await.until("the objects are gone", () -> objects().isEmpty());
        }
    }

    @Test
    void the_size_of_a_file_that_was_open_when_the_server_was_killed_is_found_out() throws Exception {
        byte[] data = piece(1);
        try (ServerProcess server = start("--buffered")) {
            StriaClient client = client(server);
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, WRITE));
            Await.value(file.write(Bytes.direct(data), 1000));
            server.kill();
            Await.end(client.closeAsync());
        }
        try (ServerProcess server = start("--buffered");
                StriaClient client = client(server)) {
            assertThat(Await.value(client.stat("/f")).size()).isEqualTo(1000 + PIECE);
            AsyncFile file = Await.value(client.open("/f", READ, WRITE));
            assertThat(Await.value(file.size())).isEqualTo(1000 + PIECE);
            byte[] expected = new byte[1000 + PIECE];
            System.arraycopy(data, 0, expected, 1000, PIECE);
            Bytes.assertSame(Bytes.readAll(file, expected.length), expected, "the file");
            Await.value(file.truncate(5));
            Await.value(file.closeAsync());
            assertThat(Await.value(client.stat("/f")).size()).isEqualTo(5);
            assertThat(Arrays.copyOf(expected, 5)).containsOnly(0);
        }
    }

    private List<Path> objects() throws IOException {
        return ObjectFiles.of(directory, TARGETS);
    }
}
