package io.stria.jmh.stats;

import java.util.Locale;

/**
 * One measure of a comparison.
 *
 * @param comparison name of the comparison
 * @param op what was measured, without spaces
 * @param ratio the measured ratio
 * @param goal what it is to reach
 */
public record Result(String comparison, String op, MedianInterval ratio, Goal goal) {

    /** The line to print for a verdict, which is {@link Goal#judge} unless the run does not count. */
    public String line(Verdict verdict) {
        return String.format(
                Locale.ROOT,
                "RESULT %s op=%s ratio=%.3f low=%.3f high=%.3f goal=%s %s",
                comparison,
                op,
                ratio.median(),
                ratio.low(),
                ratio.high(),
                goal,
                verdict);
    }

    /** What the measurement says about the goal. */
    public Verdict verdict() {
        return goal.judge(ratio);
    }
}
