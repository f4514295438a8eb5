package io.stria.examples.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.DirectoryEntry;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.examples.CommandRun;
import io.stria.server.ServerConfig;
import io.stria.server.StriaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose disk is full. The disk is a small file system, which takes the superuser to mount. */
class FullDiskIT {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private Path disk;
    private StriaServer server;
    private StriaClient client;

    @BeforeEach
    void start() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=16m", "stria-test", disk.toString()),
                "only the superuser can mount a small file system");
        server = StriaServer.start(ServerConfig.builder()
                .namespace(Files.createDirectory(directory.resolve("namespace")))
                .target(Files.createDirectory(disk.resolve("target")))
                .build());
        client = Stria.connect(uri());
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            client.close();
            server.close();
            assertThat(run("umount", disk.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private String uri() {
        return "stria://" + server.address() + "/";
    }

    private CommandRun tool(String name, Object... arguments) {
        List<String> all = new ArrayList<>(List.of(name, "--uri", uri()));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return CommandRun.of(all.toArray(String[]::new));
    }

    private List<String> names(String path) {
        return client.list(path).join().stream().map(DirectoryEntry::name).toList();
    }

    @Test
    void putTellsOfAFullDiskKeepsWhatWasThereAndGoesOnWhenThereIsSpace() throws Exception {
        byte[] small = new byte[3 * MIB];
        new Random(1).nextBytes(small);
        assertThat(tool("mkdir", "/in").exitCode()).isZero();
        assertThat(tool("put", "-q", Files.write(directory.resolve("small"), small), "/in")
                        .exitCode())
                .isZero();
        Path large = Files.write(directory.resolve("large"), new byte[30 * MIB]);
        CommandRun put = tool("put", "-q", large, "/in");
        assertThat(put.exitCode()).isEqualTo(1);
        assertThat(put.err())
                .contains("cannot copy " + large + " to /in/large: ", "no space", "free space in ")
                .doesNotContain("\tat ");
        assertThat(put.err().lines()).as(put.err()).hasSize(1);
        assertThat(names("/in")).as("no half of a file, no temporary one").containsExactly("small");

        Path back = directory.resolve("back");
        assertThat(tool("get", "-q", "/in/small", back).exitCode()).isZero();
        assertThat(back).hasBinaryContent(small);

        byte[] fits = new byte[9 * MIB];
        new Random(2).nextBytes(fits);
        Files.write(large, fits);
        awaitSpace(10 * MIB);
        assertThat(tool("put", "-q", large, "/in").exitCode()).isZero();
        assertThat(tool("get", "-q", "/in/large", back).exitCode()).isZero();
        assertThat(back).hasBinaryContent(fits);
    }

    /** What was half written is removed in the background. */
    private void awaitSpace(long bytes) {
        long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (client.space(0).join().usableBytes() < bytes) {
            assertThat(System.nanoTime() - deadlineNs)
                    .as("the space of the abandoned file is free again")
                    .isNegative();
            Thread.onSpinWait();
        }
    }
}
