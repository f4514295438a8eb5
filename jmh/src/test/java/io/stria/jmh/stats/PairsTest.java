package io.stria.jmh.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairsTest {
    private final List<String> calls = new ArrayList<>();

    @Test
    void theOrderIsTurnedRoundFromRoundToRound() throws Exception {
        Pairs.interleave(3, 0, List.of(() -> called("A"), () -> called("B")));

        assertThat(calls).containsExactly("A", "B", "B", "A", "A", "B");
    }

    @Test
    void theMiddleOfThreeSidesIsAlwaysNextToBothOthers() throws Exception {
        Pairs.interleave(2, 0, List.of(() -> called("A"), () -> called("B"), () -> called("C")));

        assertThat(calls).containsExactly("A", "B", "C", "C", "B", "A");
    }

    @Test
    void warmUpRoundsRunAndAreDropped() throws Exception {
        Pairs<Integer> pairs = Pairs.interleave(2, 3, List.of(() -> called("A"), () -> called("B")));

        assertThat(calls).hasSize(10);
        assertThat(pairs.of(0)).containsExactly(8, 9);
        assertThat(pairs.of(1)).containsExactly(7, 10);
    }

    @Test
    void aRatioIsMadeOfTheTwoSamplesOfOneRound() throws Exception {
        Pairs<Integer> pairs = Pairs.interleave(2, 0, List.of(() -> called("A"), () -> called("B")));

        assertThat(pairs.ratios(1, 0, Integer::doubleValue)).containsExactly(2.0 / 1, 3.0 / 4);
    }

    @Test
    void aSideThatFailsEndsIt() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Pairs.interleave(2, 0, List.of(() -> {
                    throw new IllegalStateException("no peer");
                })));
    }

    private int called(String side) {
        calls.add(side);
        return calls.size();
    }
}
