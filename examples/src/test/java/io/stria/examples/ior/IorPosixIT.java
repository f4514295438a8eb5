package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.examples.CommandRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IorPosixIT {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("F");
    }

    private CommandRun ior(String line) {
        List<String> arguments = new ArrayList<>(List.of("ior", "-a", "POSIX", "-o", file.toString()));
        arguments.addAll(List.of(line.split(" ", -1)));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void writesReadsAndRemoves() {
        CommandRun run = ior("-w -r -t 64k -b 1m -s 2 -N 2 -e -g");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("\nwrite  .*\nread  ").contains("aggs(MiB)");
        assertThat(file).doesNotExist();
    }

    @Test
    void theFileHoldsThePatternOfEachRankInItsBlock() throws IOException {
        assertThat(ior("-w -k -t 4k -b 8k -s 2 -N 2 -G 77").exitCode()).isZero();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        assertThat(bytes.capacity()).isEqualTo(4 * 8192);
        for (int at = 0; at < bytes.capacity(); at += Long.BYTES) {
            long rank = at / 8192 % 2;
            assertThat(bytes.getLong(at)).isEqualTo(rank << 32 | (77 + at % 4096 / Long.BYTES));
        }
    }

    @Test
    void everyKindOfDataIsVerified() {
        for (String kind : List.of("", " -F", " -z", " -F -z -C", " -C -s 3", " --posix.odirect")) {
            CommandRun run = ior("-w -r -W -R -t 4k -b 64k -N 3" + kind);
            assertThat(run.err()).as(kind).isEmpty();
            assertThat(run.exitCode()).as(kind).isZero();
        }
    }

    @Test
    void aFlippedByteIsFoundAndNamed() throws IOException {
        assertThat(ior("-w -k -t 4k -b 64k -N 2 -G 5 -l o").exitCode()).isZero();
        assertThat(ior("-R -k -t 4k -b 64k -N 2 -G 5 -l o").exitCode()).isZero();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, 70_003);
            one.put(0, (byte) (one.get(0) ^ 1)).flip();
            channel.write(one, 70_003);
        }
        CommandRun run = ior("-R -K -t 4k -b 64k -N 2 -G 5 -l o");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("1 words of 8 bytes differ").contains(", byte 70000: ");
        assertThat(run.out()).contains("Summary of all tests:");
        assertThat(file).as("kept by -K").exists();
    }

    @Test
    void dataOfAnotherRunAreNotTakenForGood() {
        assertThat(ior("-w -k -t 4k -b 64k -G 5").exitCode()).isZero();
        assertThat(ior("-R -t 4k -b 64k -G 6").err()).contains("8192 words of 8 bytes differ");
    }

    @Test
    void aFileThatEndsTooSoonIsAnError() {
        assertThat(ior("-w -k -t 4k -b 64k").exitCode()).isZero();
        CommandRun run = ior("-r -k -t 4k -b 128k -N 2");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("ends within or before the transfer at offset");
    }

    @Test
    void aMissingFileIsAnErrorWithAHint() {
        CommandRun run = ior("-r -N 3");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("write it first, with -w and -k");
        file = directory.resolve("missing/F");
        assertThat(ior("-w").err()).contains("no directory").contains("choose another with -o");
    }

    @Test
    void aStonewallLimitsTheReadToWhatWasWritten() {
        for (String wearOut : List.of("", " -O stoneWallingWearOut=1")) {
            CommandRun run = ior("-w -r -t 8 -b 512m -D 1 -N 2 -F" + wearOut);
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void resultsGoToFilesInTheFormatAskedFor() throws IOException {
        Path summary = directory.resolve("summary");
        Path json = directory.resolve("json");
        CommandRun run = ior("-i 2 -O summaryFormat=JSON,summaryFile=" + summary + " --json " + json);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(summary)).startsWith("{").contains("\"bwMaxMIB\"");
        assertThat(Files.readString(json)).startsWith("{").contains("\"cpuSeconds\"");
        assertThat(ior("--json " + directory.resolve("none/json")).err()).contains("cannot write the results to");
    }

    @Test
    void whatMeansNothingHereIsNotedOnTheErrorStream() {
        CommandRun run = ior("-w -t 4k -b 4k -c --posix.lustre.stripecount 4 --queue-depth 4 -O useO_DIRECT=1");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err().lines()).hasSize(3).allMatch(line -> line.startsWith("note: ignored: "));
    }

    @Test
    void tasksRunInProcessesOfTheirOwn() {
        CommandRun run = ior("-w -r -W -R -C -t 4k -b 64k -N 4 --processes 2 -D 0 -i 2 -v");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("processes           : 2");
        assertThat(run.out().lines().filter(line -> line.startsWith("read "))).hasSize(3);
    }

    @Test
    void aFailureInAProcessIsToldByTheLeader() {
        CommandRun run = ior("-r -t 4k -b 64k -N 4 --processes 2");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("write it first");
    }
}
