package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.FileStatus;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that dies with writes on their way to a server that is stopped: they may happen long afterwards. */
class LostWriterIT {
    @TempDir
    Path directory;

    private StriaServer namespace;
    private ServerProcess target;
    private Socket asking;

    @BeforeEach
    void start() throws Exception {
        namespace = StriaServer.start(ServerConfig.builder()
                .namespace(Files.createDirectories(directory.resolve("namespace")))
                .sessionTimeout(Duration.ofSeconds(1))
                .build());
        target = ServerProcess.start(List.of(
                "--listen",
                "127.0.0.1:0",
                "--buffered",
                "--join",
                namespace.address(),
                "--target",
                Files.createDirectories(directory.resolve("target0")).toString()));
        asking = new Socket(InetAddress.getLoopbackAddress(), namespace.port());
        asking.getOutputStream().write(Wire.hello(Messages.NAMESPACE_SERVICE));
        Wire.awaitReply(asking);
    }

    @AfterEach
    void stop() throws Exception {
        asking.close();
        target.close();
        namespace.close();
    }

    private String uri() {
        return "stria://" + namespace.address() + "/";
    }

    /** What the namespace knows of a file by itself. */
    private Messages.FileRecord known(String path) throws Exception {
        asking.getOutputStream()
                .write(Wire.frame(Wire.header(Opcode.STAT, 0, 0, 0), new Messages.PathName(path).toBytes()));
        return Messages.read(Unpooled.wrappedBuffer(Wire.awaitReply(asking)), Messages.FileRecord::read);
    }

    /** With the target stopped: sizes are asked for now and again until one is certain, which must be the right one. */
    private void assertOnlyTheRightSizeBecomesCertain(StriaClient client) throws Exception {
        StriaFuture<FileStatus> early = client.stat("/f");
        target.goOn();
        Await.value(early);
        Await.until("the size is certain", () -> {
            Await.value(client.stat("/f"));
            return known("/f").sizeValid();
        });
        try (AsyncFile file = Await.value(client.open("/f"))) {
            Await.value(file.size());
            assertThat(known("/f").size()).isEqualTo(Await.value(file.size()));
        }
    }

    @Test
    void no_size_is_taken_for_certain_before_what_the_dead_client_sent_has_happened() throws Exception {
        try (StriaClient client = Stria.connect(ClientConfig.of(uri()))) {
            Await.value(client.list("/"));
            Messages.FileRecord open;
            try (LostWriter writer = LostWriter.start(uri(), "/f")) {
                open = known("/f");
                target.stop();
                writer.send();
            }
            Await.until("the dead client is gone", () -> known("/f").modifiedMs() > open.modifiedMs());
            assertThat(known("/f").wantsSize()).isFalse();
            assertOnlyTheRightSizeBecomesCertain(client);
        }
    }

    @Test
    void nor_before_what_a_client_sent_in_vain_that_has_closed_the_file() throws Exception {
        try (StriaClient impatient = Stria.connect(ClientConfig.builder(uri())
                        .requestTimeout(Duration.ofSeconds(2))
                        .build());
                StriaClient client = Stria.connect(ClientConfig.of(uri()))) {
            AsyncFile file = Await.value(impatient.open("/f", CREATE, WRITE));
            Await.value(file.write(ByteBuffer.allocateDirect(100), 0));
            target.stop();
            Await.failsWith(ErrorCode.TIMEOUT, file.write(ByteBuffer.allocateDirect(300_000), 100));
            Await.end(file.closeAsync());
            assertOnlyTheRightSizeBecomesCertain(client);
        }
    }

    @Test
    void the_next_writers_size_is_not_taken_for_certain_either() throws Exception {
        try (StriaClient client = Stria.connect(ClientConfig.of(uri()))) {
            Messages.FileRecord open;
            try (LostWriter writer = LostWriter.start(uri(), "/f")) {
                open = known("/f");
                target.stop();
                writer.send();
            }
            Await.until("the dead client is gone", () -> known("/f").modifiedMs() > open.modifiedMs());
            AsyncFile file = Await.value(client.open("/f", WRITE));
            target.goOn();
            Await.value(file.truncate(10));
            Await.value(file.closeAsync());
            Await.until("the size is certain", () -> {
                Await.value(client.stat("/f"));
                return known("/f").sizeValid();
            });
            try (AsyncFile again = Await.value(client.open("/f"))) {
                assertThat(known("/f").size()).isEqualTo(Await.value(again.size()));
            }
        }
    }
}
