package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.examples.CommandRun;
import io.stria.server.ServerConfig;
import io.stria.server.StoreKind;
import io.stria.server.StriaServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IorStriaIT {
    @TempDir
    private static Path directory;

    private static StriaServer server;
    private static String uri;

    @BeforeAll
    static void start() throws Exception {
        ServerConfig.Builder builder = ServerConfig.builder()
                .namespace(Files.createDirectories(directory.resolve("namespace")))
                .store(StoreKind.MEMORY);
        for (int i = 0; i < 3; i++) {
            builder.target(Files.createDirectories(directory.resolve("target" + i)));
        }
        server = StriaServer.start(builder.build());
        uri = "stria://" + server.address() + "/";
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static CommandRun ior(String line) {
        List<String> arguments = new ArrayList<>(List.of("ior", "--uri", uri));
        arguments.addAll(List.of(line.split(" ", -1)));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static List<String> names() throws Exception {
        try (StriaClient client = Stria.connect(uri)) {
            return client.list("/").join().stream().map(entry -> entry.name()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-w -r -t 1M -b 16M -o /scratch0/F --posix.odirect",
                "-w -r -t 4m -b 8M -o ./F --posix.odirect -e",
                "-w -r -t 1m -b 8m -e -F -vv -o F -N 2",
                "-F -w -t 4k -E -D 180 -b 256k -vv -z -o F"
            })
    void theLinesOfTheFieldRun(String line) throws Exception {
        CommandRun run = ior(line);
        assertThat(run.err().lines()).allMatch(note -> note.startsWith("note: ignored: --posix.odirect"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\nwrite  ").contains("Summary of all tests:");
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-t 4k -b 256k -N 2 --queue-depth 32",
                "-t 47008 -b 47008 -s 20 -N 3 -C",
                "-t 8 -b 80 -s 3 -N 2 -C --checksum off",
                "-t 3m -b 9m -F -N 2 --stripe-size 64k --max-rpc-size 128k --rpcs-in-flight 3 --stripe-count -1",
                "-t 64k -b 2m -z -N 2 --connections-per-target 2 --io-threads 1 --transport nio"
            })
    void dataAreVerified(String shape) throws Exception {
        CommandRun run = ior("-w -r -W -R -o F " + shape);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(names()).isEmpty();
    }

    @Test
    void dataOfAnotherRunAreNotTakenForGood() {
        assertThat(ior("-w -k -t 64k -b 1m -G 5 -o other").exitCode()).isZero();
        CommandRun run = ior("-R -t 64k -b 1m -G 6 -o other");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("131072 words of 8 bytes differ, the first in file other, byte 0: ");
    }

    @Test
    void jsonHoldsWhatTheClientCounted() {
        CommandRun run = ior("-w -r -t 64k -b 1m -o F -O summaryFormat=JSON");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("{")
                .contains("\"BYTES_WRITTEN\": 1048576", "\"BYTES_READ\": 1048576", "\"steadyRpcsWindowFull\"");
    }

    @Test
    void rpcStatsArePrintedForTheVeryVerbose() {
        assertThat(ior("-w -t 64k -b 1m -o F -vv").out()).contains("rpcs in flight        rpcs");
    }

    @Test
    void processesHaveClientsOfTheirOwn() {
        CommandRun run = ior("-w -r -R -C -t 64k -b 1m -N 4 --processes 2 -o dir/F -O summaryFormat=JSON");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"BYTES_WRITTEN\": 4194304");
    }

    @Test
    void aMissingFileAndAMissingServerAreToldInOneSentence() {
        CommandRun missing = ior("-r -o missing");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("no file /missing: write it first");
        CommandRun away = CommandRun.of("ior", "--uri", "stria://127.0.0.1:1/", "-w");
        assertThat(away.exitCode()).isEqualTo(1);
        assertThat(away.err().lines()).hasSize(1);
        CommandRun malformed = CommandRun.of("ior", "--uri", "what:/ever", "-w");
        assertThat(malformed.exitCode()).isEqualTo(1);
        assertThat(malformed.err()).contains("no engine for scheme 'what'");
    }
}
