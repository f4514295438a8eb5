package io.stria.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.examples.cli.ClusterOptions;
import io.stria.server.ServerConfig;
import io.stria.server.StriaServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the programs say to input they cannot use, each in a JVM of its own: one sentence, and exit code 1. */
class MainBadInputIT {
    private static final long PATIENCE_S = 60;

    @TempDir
    private Path directory;

    private record Ended(int exitCode, String err) {}

    private Ended run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        if (Runtime.version().feature() >= 24) {
            command.add(1, "--enable-native-access=ALL-UNNAMED"); // as the manifest of the runnable jar says
        }
        command.addAll(List.of(arguments));
        Path err = directory.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile());
        builder.environment().remove(ClusterOptions.ENVIRONMENT);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS))
                    .as("it ends: %s", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(err);
        Files.delete(err);
        return new Ended(process.exitValue(), said);
    }

    private void assertRefused(String sentence, String... arguments) throws Exception {
        Ended ended = run(arguments);
        assertThat(ended.err()).as("%s", List.of(arguments)).isEqualTo(sentence + "\n");
        assertThat(ended.exitCode()).isEqualTo(1);
    }

    @Test
    void programsAndOptionsThatDoNotExistAreNamed() throws Exception {
        assertRefused("stria-examples: Unmatched argument at index 0: 'bogus' (see stria-examples --help)", "bogus");
        assertRefused(
                "stria-examples quickstart: Unknown option: '--bogus' (see stria-examples quickstart --help)",
                "quickstart",
                "--bogus");
        assertRefused(
                "stria-examples ior: Invalid value for option '-a': expected one of [STRIA, POSIX] (case-insensitive)"
                        + " but was 'DFS' (see stria-examples ior --help)",
                "ior",
                "-a",
                "DFS");
    }

    @Test
    void clustersThatCannotBeMeantAreNamed() throws Exception {
        assertRefused(
                "stria-examples ior: no cluster is named: add --uri stria://host:port/ or set STRIA_URI in the"
                        + " environment",
                "ior",
                "-w",
                "-o",
                "/f");
        assertRefused(
                "stria-examples ior: bad URI 'stria://oss1:x/', address 'oss1:x' (the port is no number from 0 to"
                        + " 65535): write it as host:port, the URI like stria://host:port,host:port/",
                "ior",
                "-w",
                "--uri",
                "stria://oss1:x/",
                "-o",
                "/f");
        assertRefused(
                "stria-examples ior: no engine for scheme 'http' of http://oss1/: use one of the schemes [stria]",
                "ior",
                "-w",
                "--uri",
                "http://oss1/",
                "-o",
                "/f");
    }

    @Test
    void aClusterThatIsNotThereIsNamedWithoutAStackTraceUnlessAskedFor() throws Exception {
        int port = freePort();
        String[] ior = {"ior", "-w", "-t", "64k", "-b", "64k", "--uri", "stria://127.0.0.1:" + port + "/", "-o", "/f"};
        Ended ended = run(ior);
        assertThat(ended.err())
                .startsWith("stria-examples ior: namespace cannot be reached at 127.0.0.1:" + port + " (")
                .endsWith("Connection refused): is the server running there?\n")
                .hasLineCount(1);
        assertThat(ended.exitCode()).isEqualTo(1);
        List<String> asked = new ArrayList<>(List.of(ior));
        asked.add("--stacktrace");
        assertThat(run(asked.toArray(String[]::new)).err())
                .startsWith("stria-examples ior: namespace cannot be reached")
                .contains("\tat io.stria.");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Test
    void filesThatCannotBeAreNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertRefused(
                "stria-examples ior: no directory " + file + " for the test file: create it or choose another with -o",
                "ior",
                "-a",
                "POSIX",
                "-w",
                "-o",
                file + "/below");
        assertRefused(
                "stria-examples quickstart: no directory " + file + ": create it or choose another with --directory",
                "quickstart",
                "--directory",
                file.toString());
        try (StriaServer server = StriaServer.start(ServerConfig.builder()
                .namespace(Files.createDirectory(directory.resolve("namespace")))
                .target(Files.createDirectory(directory.resolve("target")))
                .build())) {
            Ended ended = run("ior", "-r", "--uri", "stria://" + server.address() + "/", "-o", "/missing");
            assertThat(ended.err())
                    .startsWith("stria-examples ior: ")
                    .contains("no file /missing: write it first")
                    .hasLineCount(1);
            assertThat(ended.exitCode()).isEqualTo(1);
        }
    }
}
