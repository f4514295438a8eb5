package io.stria.jmh.stats;

import java.math.BigDecimal;

/**
 * What a median is to reach. A goal near 1 is a claim about a small difference, so it asks for more pairs and for a
 * narrow interval; elsewhere the median decides.
 *
 * @param sense on which side of the bound the median is to be
 * @param bound the bound, itself still good
 */
public record Goal(Sense sense, double bound) {
    /** Pairs taken for a goal that is not near 1. */
    public static final int PAIRS = 9;
    /** Pairs taken, and needed, for a goal near 1. */
    public static final int PAIRS_NEAR_ONE = 15;
    /** A goal this close to 1 is near it. */
    private static final double NEAR_ONE = 0.05;
    /** Widest interval, as a share of the median, that decides a goal near 1. */
    private static final double MAX_WIDTH_NEAR_ONE = 0.06;
    /** Keeps 0.95 and 1.05 inside in binary arithmetic. */
    private static final double ROUNDING = 1e-9;

    /** The side of the bound. */
    public enum Sense {
        AT_LEAST(">="),
        AT_MOST("<=");

        private final String sign;

        Sense(String sign) {
            this.sign = sign;
        }
    }

    public static Goal atLeast(double bound) {
        return new Goal(Sense.AT_LEAST, bound);
    }

    public static Goal atMost(double bound) {
        return new Goal(Sense.AT_MOST, bound);
    }

    /** Whether the bound lies within 5 % of 1. */
    public boolean isNearOne() {
        return Math.abs(bound - 1) <= NEAR_ONE + ROUNDING;
    }

    /** How many pairs to take for this goal. */
    public int pairs() {
        return isNearOne() ? PAIRS_NEAR_ONE : PAIRS;
    }

    /** The verdict on a measured median. */
    public Verdict judge(MedianInterval measured) {
        if (isNearOne()
                && (measured.count() < PAIRS_NEAR_ONE || measured.relativeWidth() > MAX_WIDTH_NEAR_ONE + ROUNDING)) {
            return Verdict.INCONCLUSIVE;
        }
        boolean met = sense == Sense.AT_LEAST ? measured.median() >= bound : measured.median() <= bound;
        return met ? Verdict.PASS : Verdict.FAIL;
    }

    @Override
    public String toString() {
        return sense.sign + BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
}
