package io.stria.jmh.stats;

import java.util.Arrays;

/**
 * The median of some samples with an interval that holds the true median with at least 95 % confidence, whatever the
 * distribution.
 *
 * <p>Each sample lies below the true median with probability ½, so the number of samples below it is binomial, and the
 * r-th smallest and r-th largest sample enclose it with probability {@code 1 − 2·P(B(n, ½) ≤ r − 1)}. The interval takes
 * the largest r that keeps this at 95 % (Conover, Practical Nonparametric Statistics, §3.2). Five samples are too few:
 * even their full range holds the median in only 93.75 % of the cases, so six is the least. Nine, twelve, fifteen and
 * seventeen samples are good counts, since each of them can drop one more extreme sample at either end.
 *
 * @param median the middle sample, or the mean of the two in the middle
 * @param low lower end of the interval, one of the samples
 * @param high upper end of the interval, one of the samples
 * @param count number of samples
 * @param coverage probability that the interval holds the true median, at least {@link #CONFIDENCE}
 */
public record MedianInterval(double median, double low, double high, int count, double coverage) {
    /** The probability asked for. */
    public static final double CONFIDENCE = 0.95;
    /** The fewest samples that allow that. */
    public static final int MIN_COUNT = 6;

    /**
     * The interval of some samples.
     *
     * @param samples in any order, at least {@link #MIN_COUNT}; not changed
     */
    public static MedianInterval of(double... samples) {
        int count = samples.length;
        if (count < MIN_COUNT) {
            throw new IllegalArgumentException(
                    count + " samples cannot bound a median with 95 % confidence: take at least " + MIN_COUNT);
        }
        if (Arrays.stream(samples).anyMatch(Double::isNaN)) {
            throw new IllegalArgumentException("not a number among the samples " + Arrays.toString(samples));
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int rank = 0;
        double term = Math.scalb(1.0, -count);
        double below = term;
        double coverage = 0;
        while (1 - 2 * below >= CONFIDENCE) {
            coverage = 1 - 2 * below;
            rank++;
            term *= (double) (count - rank + 1) / rank;
            below += term;
        }
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new MedianInterval(median, sorted[rank - 1], sorted[count - rank], count, coverage);
    }

    /** Width of the interval as a share of the median. */
    public double relativeWidth() {
        return high == low ? 0 : (high - low) / Math.abs(median);
    }
}
