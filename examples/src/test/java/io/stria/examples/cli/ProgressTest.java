package io.stria.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void theBarIsDrawnWithoutATerminal() {
        StringWriter out = new StringWriter();
        try (Progress progress = new Progress("write", 64 << 20, new PrintWriter(out))) {
            progress.add(64 << 20);
        }
        assertThat(out.toString())
                .contains("\rwrite 100% [====")
                .contains("64/64 MiB")
                .endsWith(System.lineSeparator());
    }
}
