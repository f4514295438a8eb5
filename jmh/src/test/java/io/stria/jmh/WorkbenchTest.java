package io.stria.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.jmh.stats.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkbenchTest {

    @Test
    void nothingIsLeftOfItsDirectory() throws Exception {
        Path directory;
        try (Workbench bench = Workbench.open(0, false)) {
            directory = bench.directory();
            Files.createDirectories(directory.resolve("target-0/objects"));
            Files.writeString(directory.resolve("target-0/objects/1"), "data");
        }

        assertThat(directory).doesNotExist();
    }

    @Test
    void takesAsManyRoundsAsTheStrictestGoalAsks() throws Exception {
        try (Workbench bench = Workbench.open(0, false)) {
            assertThat(bench.rounds(List.of(Goal.atLeast(0.6)))).isEqualTo(9);
            assertThat(bench.rounds(List.of(Goal.atLeast(0.6), Goal.atLeast(1.0))))
                    .isEqualTo(15);
        }
    }

    @Test
    void takesMoreRoundsOnDemandButNeverFewer() throws Exception {
        try (Workbench more = Workbench.open(25, false);
                Workbench fewer = Workbench.open(3, false)) {
            assertThat(more.rounds(List.of(Goal.atLeast(1.0)))).isEqualTo(25);
            assertThat(fewer.rounds(List.of(Goal.atLeast(0.6)))).isEqualTo(9);
        }
    }

    @Test
    void aQuickRunDoesLess() throws Exception {
        try (Workbench quick = Workbench.open(0, true);
                Workbench full = Workbench.open(0, false)) {
            assertThat(quick.amount(1600)).isEqualTo(100);
            assertThat(full.amount(1600)).isEqualTo(1600);
        }
    }

    @Test
    void tooLittleSpaceIsSaidBeforehand() throws Exception {
        try (Workbench bench = Workbench.open(0, false)) {
            assertThatThrownBy(() -> bench.requireSpace(1L << 60))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("GiB free and this needs");
        }
    }
}
