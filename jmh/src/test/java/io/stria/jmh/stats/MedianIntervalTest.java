package io.stria.jmh.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianIntervalTest {

    /** Ranks as in the published tables of the sign test; coverages from the binomial distribution. */
    @ParameterizedTest
    @CsvSource({
        "6, 1, 0.9688",
        "7, 1, 0.9844",
        "8, 1, 0.9922",
        "9, 2, 0.9609",
        "10, 2, 0.9785",
        "11, 2, 0.9883",
        "12, 3, 0.9614",
        "15, 4, 0.9648",
        "17, 5, 0.9510",
        "20, 6, 0.9586",
        "25, 8, 0.9567",
        "30, 10, 0.9572",
        "50, 18, 0.9672",
        "100, 40, 0.9648"
    })
    void takesTheOrderStatisticsOfTheTables(int count, int rank, double coverage) {
        double[] oneToCount = IntStream.rangeClosed(1, count).asDoubleStream().toArray();

        MedianInterval interval = MedianInterval.of(oneToCount);

        assertThat(interval.low()).isEqualTo(rank);
        assertThat(interval.high()).isEqualTo(count + 1 - rank);
        assertThat(interval.coverage()).isCloseTo(coverage, within(0.0001));
        assertThat(interval.median()).isEqualTo((count + 1) / 2.0);
        assertThat(interval.count()).isEqualTo(count);
    }

    @Test
    void doesNotDependOnTheOrderAndLeavesTheSamplesAlone() {
        double[] samples = {5, 1, 4, 9, 2, 8, 3, 7, 6};
        double[] before = samples.clone();

        MedianInterval interval = MedianInterval.of(samples);

        assertThat(interval).isEqualTo(MedianInterval.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        assertThat(samples).isEqualTo(before);
    }

    @Test
    void fiveSamplesAreTooFewForNinetyFivePercent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MedianInterval.of(1, 2, 3, 4, 5))
                .withMessageContaining("at least 6");
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> MedianInterval.of(1, 2, 3, 4, 5, Double.NaN));
    }

    @Test
    void coversTheTrueMedianOfASkewedDistributionAsOftenAsItSays() {
        Random random = new Random(20010131);
        double trueMedian = Math.log(2);
        int trials = 20_000;
        int covered = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] exponential = DoubleStream.generate(() -> -Math.log(1 - random.nextDouble()))
                    .limit(9)
                    .toArray();
            MedianInterval interval = MedianInterval.of(exponential);
            if (interval.low() <= trueMedian && trueMedian <= interval.high()) {
                covered++;
            }
        }
        assertThat(covered / (double) trials).isCloseTo(0.9609, within(0.005));
    }

    @Test
    void theWidthIsAShareOfTheMedian() {
        assertThat(new MedianInterval(2.0, 1.9, 2.1, 15, 0.96).relativeWidth()).isCloseTo(0.1, within(1e-12));
        assertThat(MedianInterval.of(0, 0, 0, 0, 0, 0).relativeWidth()).isZero();
    }
}
