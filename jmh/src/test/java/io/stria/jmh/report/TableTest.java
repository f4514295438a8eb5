package io.stria.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void alignsTheFirstColumnLeftAndFiguresRight() {
        Table table = new Table("side", "GiB/s").row("iperf3", "4.01").row("Stria", "13.12");

        assertThat(table).hasToString("""
                        side    GiB/s
                        -------------
                        iperf3   4.01
                        Stria   13.12
                        """);
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Table("a", "b").row("1"));
    }
}
