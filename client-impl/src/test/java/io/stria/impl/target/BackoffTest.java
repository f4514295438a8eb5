package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void pausesDoubleFromASixteenthOfTheLongestEachCutShortByUpToHalf() {
        for (int round = 0; round < 100; round++) {
            Backoff backoff = new Backoff(1_600_000);
            for (long bound : new long[] {100_000, 200_000, 400_000, 800_000, 1_600_000, 1_600_000, 1_600_000}) {
                assertThat(backoff.nextPauseNs()).isBetween(bound / 2, bound);
            }
        }
    }

    @Test
    void successBeginsAnew() {
        Backoff backoff = new Backoff(1_600_000);
        for (int i = 0; i < 10; i++) {
            backoff.nextPauseNs();
        }
        backoff.reset();
        assertThat(backoff.nextPauseNs()).isBetween(50_000L, 100_000L);
    }

    @Test
    void aLimitHoldsUntilThereIsAnotherAndIsNeverLongerThanWhatIsConfigured() {
        Backoff backoff = new Backoff(1_600_000);
        backoff.limit(160_000);
        for (long bound : new long[] {10_000, 20_000, 40_000, 80_000, 160_000, 160_000}) {
            assertThat(backoff.nextPauseNs()).isBetween(bound / 2, bound);
        }
        backoff.limit(Long.MAX_VALUE);
        for (int i = 0; i < 10; i++) {
            backoff.nextPauseNs();
        }
        assertThat(backoff.nextPauseNs()).isBetween(800_000L, 1_600_000L);
    }

    @Test
    void noTwoClientsKeepStep() {
        Set<Long> pauses = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            pauses.add(new Backoff(3_600_000_000_000L).nextPauseNs());
        }
        assertThat(pauses).hasSizeGreaterThan(90);
    }

    @Test
    void theShortestAndTheLongestPausesDoNotBreakIt() {
        Backoff shortest = new Backoff(1);
        Backoff longest = new Backoff(Long.MAX_VALUE / 2);
        for (int i = 0; i < 100; i++) {
            assertThat(shortest.nextPauseNs()).isBetween(0L, 1L);
            assertThat(longest.nextPauseNs()).isBetween(1L, Long.MAX_VALUE / 2);
        }
    }
}
