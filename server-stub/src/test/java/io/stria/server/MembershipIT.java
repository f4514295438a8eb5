package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.TargetInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that join, move and come back, under clients that stay. */
class MembershipIT {
    private static final FileLayout BOTH = FileLayout.striped(2, 64 << 10);

    @TempDir
    Path directory;

    private StriaServer first;

    @BeforeEach
    void start() throws Exception {
        first = StriaServer.start(ServerConfig.builder()
                .namespace(made("namespace"))
                .target(made("target0"))
                .buffered(true)
                .build());
    }

    @AfterEach
    void stop() throws Exception {
        first.close();
    }

    private Path made(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private StriaServer joined(Path target) throws IOException {
        return StriaServer.start(ServerConfig.builder()
                .join(first.address())
                .target(target)
                .buffered(true)
                .build());
    }

    private StriaClient client() throws StriaException {
        return Stria.connect(ClientConfig.builder("stria://" + first.address() + "/")
                .reconnectBackoff(Duration.ofMillis(10))
                .build());
    }

    @Test
    void a_server_that_comes_back_under_another_address_is_found_again_by_open_files() throws Exception {
        byte[] data = Bytes.random(new Random(1), 500_000);
        try (StriaClient client = client()) {
            String before;
            AsyncFile file;
            try (StriaServer second = joined(made("target1"))) {
                before = second.address();
                file = Await.value(client.open("/f", BOTH, CREATE, READ, WRITE));
                Await.value(file.write(Bytes.direct(data), 0));
                try (StriaServer third = joined(made("target2"))) {
                    assertThat(Await.value(client.targets()))
                            .extracting(TargetInfo::target)
                            .containsExactly(0, 1, 2);
                    assertThat(third.address()).isNotEqualTo(before);
                }
            }
            try (StriaServer again = joined(made("target1"))) {
                assertThat(again.address()).isNotEqualTo(before);
                Await.until("the file can be used again", () -> succeeds(file, data));
                Bytes.assertSame(Bytes.readAll(file, data.length), data, "what was written before");
                Await.value(file.closeAsync());
            }
        }
    }

    private static boolean succeeds(AsyncFile file, byte[] data) throws Exception {
        return file.write(Bytes.direct(data), 0)
                .handle((count, error) -> error == null)
                .get();
    }

    @Test
    void targets_that_join_are_used_by_clients_that_were_there_before() throws Exception {
        try (StriaClient client = client()) {
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.create("/early", BOTH));
            try (StriaServer second = joined(made("target1"))) {
                assertThat(second.targetNumbers()).containsExactly(1);
                AsyncFile file = Await.value(client.create("/f", BOTH));
                byte[] data = Bytes.random(new Random(2), 300_000);
                Await.value(file.write(Bytes.direct(data), 0));
                Bytes.assertSame(Bytes.readAll(file, data.length), data, "over both");
                Await.value(file.closeAsync());
            }
        }
    }

    @Test
    void a_target_of_another_cluster_is_refused_with_both_clusters_named() throws Exception {
        Path foreign = made("foreign");
        try (StriaServer other = StriaServer.start(ServerConfig.builder()
                .namespace(made("other"))
                .target(foreign)
                .buffered(true)
                .build())) {
            assertThat(other.targetNumbers()).containsExactly(0);
        }
        assertThatThrownBy(() -> joined(foreign))
                .isInstanceOf(StriaException.class)
                .hasMessageContaining("belong to cluster")
                .hasMessageContaining("start with empty target directories");
    }

    @Test
    void a_copied_target_directory_is_refused_beside_the_original() throws Exception {
        Path original = made("target1");
        try (StriaServer second = joined(original)) {
            Path copy = made("copy");
            assertThat(second.targetNumbers()).containsExactly(1);
            try (Stream<Path> entries = Files.list(original)) {
                for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                    Files.copy(entry, copy.resolve(entry.getFileName()));
                }
            }
            assertThatThrownBy(() -> joined(copy)).isInstanceOf(StriaException.class);
        }
    }
}
