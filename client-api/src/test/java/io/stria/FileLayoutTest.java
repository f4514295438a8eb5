package io.stria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLayoutTest {
    private static final long UNIT = FileLayout.STRIPE_SIZE_UNIT;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, 65_535, 65_537, 100_000, (1L << 30) + 65_536, Long.MAX_VALUE, Long.MIN_VALUE})
    void aStripeSizeIsAMultipleOf64KiBUpTo1GiB(long stripeSize) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileLayout.striped(1, stripeSize))
                .withMessage("stripe size " + stripeSize + " B: use a multiple of 65536 B up to 1073741824 B");
    }

    @Test
    void theSmallestAndTheLargestStripesAreAccepted() {
        assertThat(FileLayout.striped(1, UNIT).stripeSize()).isEqualTo(UNIT);
        assertThat(FileLayout.striped(2000, FileLayout.MAX_STRIPE_SIZE).stripeCount())
                .isEqualTo(2000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 2001, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aStripeCountIsFrom1To2000OrOneOfTheTwoThatAreResolvedAtCreate(int stripeCount) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileLayout.striped(stripeCount, UNIT))
                .withMessage(
                        "stripe count " + stripeCount + ": use 1 to 2000, -1 for all targets or 0 for the default");
    }

    @Test
    void aStartingTargetIsATargetNumberOrAny() {
        FileLayout layout = FileLayout.striped(2, UNIT);
        assertThat(layout.startTarget()).isEqualTo(FileLayout.ANY_TARGET);
        assertThat(layout.startingAt(7)).isEqualTo(new FileLayout(UNIT, 2, 7, List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.startingAt(-2))
                .withMessage("starting target -2: use a target number or -1 for any");
    }

    @Test
    void explicitTargetsNameOneForEachStripe() {
        assertThat(FileLayout.onTargets(UNIT, List.of(3, 1, 3)))
                .isEqualTo(new FileLayout(UNIT, 3, -1, List.of(3, 1, 3)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileLayout(UNIT, 2, -1, List.of(1)))
                .withMessage("1 explicit targets for stripe count 2: name one target per stripe");
    }

    @Test
    void aLayoutDoesNotChangeWithTheListItWasMadeFrom() {
        List<Integer> targets = new ArrayList<>(List.of(0, 1));
        FileLayout layout = FileLayout.onTargets(UNIT, targets);
        targets.clear();
        assertThat(layout.targets()).containsExactly(0, 1);
    }

    @Test
    void theDefaultIs4MiBOverAnUnresolvedCount() {
        assertThat(FileLayout.DEFAULT).isEqualTo(new FileLayout(MiB.of(4), FileLayout.DEFAULT_COUNT, -1, List.of()));
    }
}
