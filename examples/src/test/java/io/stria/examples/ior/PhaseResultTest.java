package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseResultTest {
    private static final long S = 1_000_000_000L;

    private static TaskResult task(int rank, long t0, long open, long io, long close, long transfers) {
        return new TaskResult(
                rank,
                rank,
                t0,
                t0 + open,
                t0 + open,
                t0 + open + io,
                t0 + open + io,
                t0 + open + io + close,
                transfers,
                0,
                0,
                0,
                "");
    }

    @Test
    void stepsLastFromTheFirstToBeginToTheLastToEnd() {
        // The clock wraps between the two ranks.
        long t0 = Long.MAX_VALUE - S;
        PhaseResult result = new PhaseResult(
                List.of(task(0, t0, S, 4 * S, S, 8), task(1, t0 + S, 2 * S, 5 * S, 2 * S, 10)),
                1 << 20,
                0,
                Metrics.NONE);
        assertThat(result.openSeconds()).isEqualTo(3.0, offset(1e-9));
        assertThat(result.ioSeconds()).isEqualTo(7.0, offset(1e-9));
        assertThat(result.closeSeconds()).isEqualTo(5.0, offset(1e-9));
        assertThat(result.totalSeconds()).isEqualTo(10.0, offset(1e-9));
        assertThat(result.bytesPerSecond()).isEqualTo(18 * 1048576 / 10.0, offset(1e-6));
        assertThat(result.operationsPerSecond()).isEqualTo(18 / 7.0, offset(1e-9));
        assertThat(result.latencySeconds()).isEqualTo(0.5, offset(1e-9));
    }

    @Test
    void deviationIsThatOfThePopulation() {
        Summary.Spread spread = Summary.Spread.of(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
        assertThat(spread).isEqualTo(new Summary.Spread(2, 9, 5, 2));
    }
}
