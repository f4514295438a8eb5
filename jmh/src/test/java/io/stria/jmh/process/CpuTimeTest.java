package io.stria.jmh.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTimeTest {

    @Test
    void takesTheTimesOfEndedChildrenAlsoBehindAnOddName() {
        String stat = "77 (a) R b (c) S 1 77 77 0 -1 4194560 1 2 3 4 11 12 150 25 20 0 30 0 99 1 2\n";

        assertThat(CpuTime.ofEndedChildrenS(stat)).isEqualTo(1.75);
    }
}
