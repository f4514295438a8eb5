package io.stria.jmh.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.95, 0.96, 0.97, 1.0, 1.01, 1.05})
    void withinFivePercentOfOneIsNear(double bound) {
        assertThat(Goal.atLeast(bound).isNearOne()).isTrue();
        assertThat(Goal.atLeast(bound).pairs()).isEqualTo(15);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.6, 0.9, 0.949, 1.051, 1.2, 8.1, 64})
    void elsewhereFewerPairsWill(double bound) {
        assertThat(Goal.atMost(bound).isNearOne()).isFalse();
        assertThat(Goal.atMost(bound).pairs()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"0.60, PASS", "0.61, PASS", "0.599, FAIL"})
    void awayFromOneTheMedianDecides(double median, Verdict verdict) {
        assertThat(Goal.atLeast(0.6).judge(interval(median, 0.3, 0.9, 7))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"64, PASS", "12.5, PASS", "64.1, FAIL"})
    void anUpperBoundIsMetFromBelow(double median, Verdict verdict) {
        assertThat(Goal.atMost(64).judge(interval(median, median, median, 9))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"0.98, 0.95, 1.00, PASS", "0.94, 0.92, 0.96, FAIL"})
    void nearOneANarrowIntervalLetsTheMedianDecide(double median, double low, double high, Verdict verdict) {
        assertThat(Goal.atLeast(0.95).judge(interval(median, low, high, 15))).isEqualTo(verdict);
    }

    @Test
    void nearOneAnIntervalOfSixPercentIsStillNarrow() {
        assertThat(Goal.atLeast(1.0).judge(interval(1.0, 0.97, 1.03, 15))).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @CsvSource({"1.00, 0.96, 1.03", "0.80, 0.70, 0.90", "1.30, 1.20, 1.40"})
    void nearOneAWiderIntervalDecidesNothing(double median, double low, double high) {
        assertThat(Goal.atLeast(1.0).judge(interval(median, low, high, 15))).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void nearOneFewerThanFifteenPairsDecideNothing() {
        assertThat(Goal.atLeast(1.0).judge(interval(1.0, 1.0, 1.0, 14))).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void isPrintedAsAnInequality() {
        assertThat(Goal.atLeast(0.65)).hasToString(">=0.65");
        assertThat(Goal.atLeast(1.0)).hasToString(">=1");
        assertThat(Goal.atMost(64)).hasToString("<=64");
    }

    private static MedianInterval interval(double median, double low, double high, int count) {
        return new MedianInterval(median, low, high, count, 0.96);
    }
}
