package io.stria;

import java.util.Arrays;

/**
 * Counts per bucket. Bucket {@code i} counts the values {@code v} with {@code lowerBounds[i] <= v} that are below the
 * next bound.
 *
 * @param lowerBounds the smallest value of each bucket, ascending
 * @param counts how many values fell into each bucket
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode below compare the arrays' contents
public record Histogram(long[] lowerBounds, long[] counts) {

    /**
     * The number of values.
     *
     * @return the sum of all counts
     */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /**
     * The smallest bucket bound at or below which a share of the values lies.
     *
     * @param share between 0 and 1
     * @return the lower bound of that bucket, 0 if empty
     */
    public long quantile(double share) {
        long wanted = (long) Math.ceil(total() * share);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return lowerBounds[i];
            }
        }
        return 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Histogram that
                && Arrays.equals(lowerBounds, that.lowerBounds)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(lowerBounds) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "Histogram[total=" + total() + ", counts=" + Arrays.toString(counts) + "]";
    }
}
