package io.stria.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void alignsWordsLeftAndFiguresRight() {
        Table table = new Table("side", "GiB/s", "full", "note")
                .row("iperf3", "4.01", "98.5 %", "one stream")
                .row("Stria", "13.12", "100.0 %", "4 targets");

        assertThat(table).hasToString("""
                        side    GiB/s     full  note
                        ----------------------------------
                        iperf3   4.01   98.5 %  one stream
                        Stria   13.12  100.0 %  4 targets
                        """);
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Table("a", "b").row("1"));
    }
}
