package io.stria;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramTest {
    private static final Histogram HISTOGRAM = new Histogram(new long[] {1, 2, 4, 8}, new long[] {0, 5, 0, 5});

    @Test
    void theTotalIsTheSumOfTheCounts() {
        assertThat(HISTOGRAM.total()).isEqualTo(10);
    }

    @Test
    void aQuantileIsTheBoundOfTheBucketThatReachesTheShare() {
        assertThat(HISTOGRAM.quantile(0)).isEqualTo(2);
        assertThat(HISTOGRAM.quantile(0.5)).isEqualTo(2);
        assertThat(HISTOGRAM.quantile(0.51)).isEqualTo(8);
        assertThat(HISTOGRAM.quantile(1)).isEqualTo(8);
    }

    @Test
    void anEmptyOneHasTheQuantileZero() {
        assertThat(new Histogram(new long[] {1, 2}, new long[] {0, 0}).quantile(0.5))
                .isZero();
        assertThat(new Histogram(new long[0], new long[0]).quantile(1)).isZero();
    }

    @Test
    void twoAreEqualIfTheirBucketsAre() {
        Histogram same = new Histogram(new long[] {1, 2, 4, 8}, new long[] {0, 5, 0, 5});
        assertThat(same).isEqualTo(HISTOGRAM).hasSameHashCodeAs(HISTOGRAM);
        assertThat(new Histogram(new long[] {1, 2, 4, 8}, new long[] {0, 5, 0, 6}))
                .isNotEqualTo(HISTOGRAM);
        assertThat(new Histogram(new long[] {1, 2, 4, 9}, new long[] {0, 5, 0, 5}))
                .isNotEqualTo(HISTOGRAM);
        assertThat(HISTOGRAM).hasToString("Histogram[total=10, counts=[0, 5, 0, 5]]");
    }
}
