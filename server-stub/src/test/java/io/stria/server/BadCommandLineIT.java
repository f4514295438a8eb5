package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server's command line says to input it cannot use: one sentence, and exit code 1. */
class BadCommandLineIT {
    private static final String FREE = "127.0.0.1:0";

    @TempDir
    private Path directory;

    private String namespace = "";
    private String target = "";
    private String file = "";

    @BeforeEach
    void makePlaces() throws IOException {
        namespace = Files.createDirectory(directory.resolve("namespace")).toString();
        target = Files.createDirectory(directory.resolve("target")).toString();
        file = Files.createFile(directory.resolve("file")).toString();
    }

    private static void assertRefused(String sentence, String... arguments) throws Exception {
        ServerProcess.Ended ended = ServerProcess.run(arguments);
        assertThat(ended.err()).as("%s", List.of(arguments)).isEqualTo("stria-server: " + sentence + "\n");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.exitCode()).isEqualTo(1);
    }

    @Test
    void optionsThatDoNotExistOrMakeNoSenseAreNamed() throws Exception {
        assertRefused("Unknown option: '--bogus' (see --help)", "--bogus");
        assertRefused("ioThreads=0: use 1 to 256", "--namespace", namespace, "--io-threads", "0");
        assertRefused(
                "--payload-memory-mib 99999999999999: use 16 to 16777216 (see --help)",
                "--namespace",
                namespace,
                "--payload-memory-mib",
                "99999999999999");
        String choice = "give either --namespace DIR, to carry the namespace, or --join HOST:PORT, to join a cluster";
        assertRefused(choice, "--target", target, "--namespace", namespace, "--join", FREE);
    }

    @Test
    void addressesThatAreNoneAreNamed() throws Exception {
        assertRefused(
                "--listen 'foo:bar': write it as HOST:PORT (see --help)",
                "--namespace",
                namespace,
                "--listen",
                "foo:bar");
        assertRefused(
                "no host to listen on: give a name or an address, 127.0.0.1 for this machine alone",
                "--namespace",
                namespace,
                "--listen",
                ":0");
        assertRefused(
                "listening on 0.0.0.0, which is every address of this machine: add --advertise HOST:PORT to say which"
                        + " one clients shall use",
                "--namespace",
                namespace,
                "--listen",
                "0.0.0.0:0",
                "--target",
                target);
        assertRefused(
                "join: address 'nowhere' (host or port missing): write it as host:port",
                "--target",
                target,
                "--join",
                "nowhere");
    }

    @Test
    void aPortThatIsTakenAndOneWhereNobodyListensAreNamed() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            ServerProcess.Ended ended =
                    ServerProcess.run("--namespace", namespace, "--listen", "127.0.0.1:" + port, "--target", target);
            assertThat(ended.err())
                    .startsWith("stria-server: cannot listen on 127.0.0.1:" + port + " (")
                    .endsWith("Address already in use): is another server running there? choose another port\n")
                    .hasLineCount(1);
            assertThat(ended.exitCode()).isEqualTo(1);
        }
        ServerProcess.Ended ended = ServerProcess.run(
                "--listen", FREE, "--join", "127.0.0.1:" + port, "--target", target, "--join-timeout", "1");
        assertThat(ended.err())
                .startsWith("stria-server: cluster not joined within 1000 ms: namespace cannot be reached at 127.0.0.1:"
                        + port + " (")
                .endsWith("Connection refused): is the server running there?\n")
                .hasLineCount(1);
        assertThat(ended.exitCode()).isEqualTo(1);
    }

    @Test
    void directoriesThatCannotBeUsedAreNamed() throws Exception {
        String missing = directory.resolve("missing").toString();
        assertRefused(
                "namespace refused: does not exist (path=" + missing + "): create it first, or mount its file system",
                "--namespace",
                missing);
        assertRefused(
                "target refused: does not exist (path=" + file + "/below): create it, or mount its file system",
                "--listen",
                FREE,
                "--namespace",
                namespace,
                "--target",
                file + "/below");
        Path letters = Files.createDirectory(directory.resolve("letters"));
        Files.createFile(letters.resolve("letter.txt"));
        assertRefused(
                "namespace refused: holds no namespace, but letter.txt (path=" + letters
                        + "): name the directory of the namespace, or an empty one for a new namespace",
                "--namespace",
                letters.toString());
        // Nobody may make a file there, root neither.
        assertRefused(
                "target refused: cannot use /proc/stria-target.lock (path=/proc): check the file system and its mount"
                        + " options",
                "--listen",
                FREE,
                "--namespace",
                namespace,
                "--target",
                "/proc");
    }

    @Test
    void whereAnErrorComesFromIsPrintedWhenAskedFor() throws Exception {
        assertThat(ServerProcess.run("--namespace", file, "--stacktrace").err())
                .contains("namespace refused: not a directory")
                .contains("\tat io.stria.server.");
    }

    @Test
    void aSecondProcessIsKeptOutOfBothKindsOfDirectoryAndTheFirstServesOn() throws Exception {
        String other = Files.createDirectory(directory.resolve("other")).toString();
        ServerProcess first =
                ServerProcess.start(List.of("--listen", FREE, "--namespace", namespace, "--target", target));
        try (StriaClient client = Stria.connect(first.uri())) {
            assertThat(ServerProcess.run("--listen", FREE, "--namespace", namespace)
                            .err())
                    .matches("stria-server: namespace refused: in use by process \\d+ \\(path=" + namespace
                            + "\\): stop that server or choose another directory\n");
            assertThat(ServerProcess.run("--listen", FREE, "--namespace", other, "--target", target)
                            .err())
                    .matches("stria-server: target refused: in use by process \\d+ \\(path=" + target
                            + "\\): stop that server or choose another directory\n");
            AsyncFile written = Await.value(client.open(
                    "/f", FileLayout.striped(1, 64 << 10), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            assertThat(Await.value(written.write(ByteBuffer.allocate(1000), 0))).isEqualTo(1000);
            Await.value(written.closeAsync());
        } finally {
            first.close();
        }
        try (ServerProcess next =
                ServerProcess.start(List.of("--listen", FREE, "--namespace", namespace, "--target", target))) {
            assertThat(next.address()).startsWith("127.0.0.1:");
        }
    }
}
