package io.stria.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void helpNamesThePrograms() {
        CommandRun run = CommandRun.of("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("quickstart").contains("ior");
    }

    @Test
    void versionIsPrinted() {
        assertThat(CommandRun.of("--version").out()).startsWith("stria-examples ");
        assertThat(CommandRun.of("ior", "--version").exitCode()).isZero();
    }

    @Test
    void withoutAProgramItSaysWhichThereAre() {
        CommandRun run = CommandRun.of();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("[quickstart, ior, put, ").doesNotContain("\tat ");
    }

    @Test
    void badInputIsOneSentenceWithoutStackTrace() {
        CommandRun run = CommandRun.of("ior", "-t", "5x");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("'5x' is not a size").contains("like 64m");
    }

    @Test
    void stackTracesArePrintedWhenAskedFor() {
        assertThat(CommandRun.of("ior", "-a", "POSIX", "-t", "0", "--stacktrace")
                        .err())
                .contains("test will not complete with zero transfer size")
                .contains("\tat io.stria.examples.ior.");
        assertThat(CommandRun.of("--stacktrace", "ior", "-a", "POSIX", "-t", "0")
                        .err())
                .contains("\tat ");
    }
}
