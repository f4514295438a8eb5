package io.stria.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.examples.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartIT {
    @TempDir
    private Path directory;

    private CommandRun quickstart(String... more) {
        String[] arguments = new String[3 + more.length];
        arguments[0] = "quickstart";
        arguments[1] = "--directory";
        arguments[2] = directory.toString();
        System.arraycopy(more, 0, arguments, 3, more.length);
        return CommandRun.of(arguments);
    }

    @Test
    void verifiesEveryByteShowsProgressAndRemovesWhatItMade() {
        CommandRun run = quickstart("--size", "64m");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().reduce((first, last) -> last))
                .hasValue("verified: 67108864 bytes in 4 stripes over 4 servers");
        assertThat(run.out())
                .contains("\rwrite 100% [===")
                .contains("\rread  100% [===")
                .contains("bytes per rpc")
                .contains("publish: rename /state.tmp to /state");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void otherNumbersOfServersAndRaggedSizesWork() {
        CommandRun run = quickstart("--size", "1000008", "--servers", "3", "--stripe-size", "64k");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).endsWith("verified: 1000008 bytes in 3 stripes over 3 servers" + System.lineSeparator());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void badInputIsOneSentenceAndLeavesNothing() {
        assertThat(quickstart("--size", "12").err()).contains("a positive multiple of 8 bytes");
        assertThat(quickstart("--size", "1024t").err()).contains("not enough space in");
        assertThat(quickstart("--servers", "0").err()).contains("use 1 to 64");
        CommandRun run = quickstart("--stripe-size", "5k");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("stripe size 5120 B");
        assertThat(directory).isEmptyDirectory();
    }
}
