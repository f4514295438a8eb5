package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server process that is stopped, or killed and started again, under a client. */
class StoppedServerIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final FileLayout LAYOUT = FileLayout.striped(2, 64 << 10);

    @TempDir
    Path directory;

    private static StriaClient client(String uri) throws StriaException {
        return Stria.connect(ClientConfig.builder(uri)
                .requestTimeout(TIMEOUT)
                .reconnectBackoff(Duration.ofMillis(200))
                .build());
    }

    /** Every asynchronous call there is. */
    private static Map<String, Supplier<StriaFuture<?>>> calls(StriaClient client, AsyncFile file) {
        Map<String, Supplier<StriaFuture<?>>> calls = new LinkedHashMap<>();
        calls.put("write direct", () -> file.write(ByteBuffer.allocateDirect(1 << 20), 0));
        calls.put("write heap", () -> file.write(ByteBuffer.allocate(1 << 20), 0));
        calls.put("write large", () -> file.write(ByteBuffer.allocateDirect(64 << 20), 0));
        calls.put("read direct", () -> file.read(ByteBuffer.allocateDirect(1 << 20), 0));
        calls.put("read heap", () -> file.read(ByteBuffer.allocate(1), 0));
        calls.put("size", file::size);
        calls.put("sync", file::sync);
        calls.put("truncate", () -> file.truncate(10));
        calls.put("write behind", () -> file.write(ByteBuffer.allocateDirect(1), 0));
        calls.put("open", () -> client.open("/f"));
        calls.put("create", () -> client.create("/new", LAYOUT));
        calls.put("stat", () -> client.stat("/f"));
        calls.put("delete", () -> client.delete("/g"));
        calls.put("list", () -> client.list("/"));
        calls.put("rename", () -> client.rename("/g", "/h"));
        calls.put("mkdir", () -> client.mkdir("/d"));
        calls.put("targets", client::targets);
        calls.put("close", file::closeAsync);
        return calls;
    }

    @Test
    void every_call_returns_at_once_and_ends_in_time_and_the_client_works_on_afterwards() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                        ServerProcess.arguments(directory, 2, "--store", "memory", "--listen", "127.0.0.1:0"));
                StriaClient client = client(server.uri())) {
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            Await.value(file.write(ByteBuffer.allocateDirect(4 << 20), 0));
            server.stop();
            List<StriaFuture<?>> futures = new ArrayList<>();
            Map<String, Long> callNs = new LinkedHashMap<>();
            long beginNs = System.nanoTime();
            calls(client, file).forEach((name, call) -> {
                long startNs = System.nanoTime();
                futures.add(call.get());
                callNs.put(name, System.nanoTime() - startNs);
            });
            for (StriaFuture<?> future : futures) {
                Await.failsWith(ErrorCode.TIMEOUT, future);
            }
            Duration ended = Duration.ofNanos(System.nanoTime() - beginNs);
            assertThat(ended).isBetween(TIMEOUT.dividedBy(2), TIMEOUT.plusSeconds(3));
            assertThat(callNs.values()).as("%s", callNs).allMatch(ns -> ns < 500_000_000);
            for (StriaFuture<?> future : futures) {
                Await.value(future.released());
            }
            server.goOn();
            Await.until("the client works again", () -> works(client));
        }
    }

    @Test
    void a_client_that_meets_a_stopped_server_first_is_told_in_time() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                        ServerProcess.arguments(directory, 2, "--store", "memory", "--listen", "127.0.0.1:0"));
                StriaClient client = client(server.uri())) {
            server.stop();
            StriaFuture<?> stat = client.stat("/");
            assertThat(Await.error(stat).code()).isIn(ErrorCode.TIMEOUT, ErrorCode.UNREACHABLE);
            server.goOn();
            Await.until("the client works again", () -> works(client));
        }
    }

    @Test
    void the_end_of_a_client_does_not_repeat_that_a_file_could_not_be_closed() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                        ServerProcess.arguments(directory, 2, "--store", "memory", "--listen", "127.0.0.1:0"));
                StriaClient client = client(server.uri())) {
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            Await.value(file.write(ByteBuffer.allocateDirect(1), 0));
            server.stop();
            assertThat(Await.failsWith(ErrorCode.TIMEOUT, file.closeAsync()))
                    .startsWith("close timed out after")
                    .contains("service=namespace, address=" + server.address(), "path=/f", "is the server running");
            Await.value(client.closeAsync());
        }
    }

    private static boolean works(StriaClient client) throws Exception {
        byte[] data = Bytes.random(new Random(1), 300_000);
        StriaFuture<AsyncFile> open = client.open("/again", LAYOUT, CREATE, READ, WRITE);
        Await.end(open);
        if (open.isCompletedExceptionally()) {
            return false;
        }
        AsyncFile file = open.join();
        StriaFuture<Long> write = file.write(Bytes.direct(data), 0);
        Await.end(write);
        if (write.isCompletedExceptionally()) {
            Await.end(file.closeAsync());
            return false;
        }
        Bytes.assertSame(Bytes.readAll(file, data.length), data, "the file");
        Await.value(file.closeAsync());
        return true;
    }

    @Test
    void an_open_file_works_on_when_its_server_was_killed_and_started_again() throws Exception {
        List<String> arguments = ServerProcess.arguments(directory, 2, "--buffered");
        byte[] data = Bytes.random(new Random(2), 500_000);
        ServerProcess server = ServerProcess.start(with(arguments, "127.0.0.1:0"));
        String address = server.address();
        try (StriaClient client = client(server.uri())) {
            AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
            Await.value(file.write(Bytes.direct(Arrays.copyOf(data, 300_000)), 0));
            server.kill();
            assertThat(Await.error(file.write(Bytes.direct(data), 0)).code())
                    .isIn(ErrorCode.UNREACHABLE, ErrorCode.UNKNOWN_OUTCOME);
            assertThat(Await.error(client.stat("/f")).code()).isIn(ErrorCode.UNREACHABLE, ErrorCode.UNKNOWN_OUTCOME);
            server = ServerProcess.start(with(arguments, address));
            Await.until("the file can be read", () -> {
                StriaFuture<Long> read = file.read(ByteBuffer.allocateDirect(300_000), 0);
                Await.end(read);
                return !read.isCompletedExceptionally();
            });
            Bytes.assertSame(Bytes.readAll(file, 300_000), Arrays.copyOf(data, 300_000), "what was acknowledged");
            Await.value(file.write(Bytes.direct(data), 0));
            Await.value(file.sync());
            Await.value(file.closeAsync());
            assertThat(Await.value(client.stat("/f")).size()).isEqualTo(data.length);
        } finally {
            server.close();
        }
    }

    private static List<String> with(List<String> arguments, String listen) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--listen");
        all.add(listen);
        return all;
    }
}
