package io.stria.jmh.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ResultTest {
    private static final Result RESULT = new Result(
            "stream", "write", MedianInterval.of(0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67), Goal.atLeast(0.6));

    @Test
    void isOneLineWithMedianIntervalGoalAndVerdict() {
        assertThat(RESULT.line(RESULT.verdict()))
                .isEqualTo("RESULT stream op=write ratio=0.640 low=0.610 high=0.670 goal=>=0.6 PASS");
    }

    @Test
    void theLineIsTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(RESULT.line(Verdict.INCONCLUSIVE))
                    .contains("ratio=0.640 ")
                    .endsWith(" INCONCLUSIVE");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void oneFailureOutweighsAllAndDoubtOutweighsSuccess() {
        assertThat(Verdict.exitCode(List.of(Verdict.PASS, Verdict.PASS))).isZero();
        assertThat(Verdict.exitCode(List.of(Verdict.PASS, Verdict.INCONCLUSIVE, Verdict.FAIL)))
                .isEqualTo(1);
        assertThat(Verdict.exitCode(List.of(Verdict.INCONCLUSIVE, Verdict.PASS)))
                .isEqualTo(2);
    }
}
