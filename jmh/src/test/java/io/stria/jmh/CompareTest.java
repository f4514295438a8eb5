package io.stria.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareTest {

    @Test
    void listingIsASuccess() {
        assertThat(Compare.run(List.of("list"))).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--quick", "no-such-comparison", "stream --pairs", "stream --pairs many", "stream list"})
    void whatCannotBeUnderstoodIsRefusedBeforeAnythingRuns(String line) {
        assertThat(Compare.run(line.isEmpty() ? List.of() : List.of(line.split(" ", -1))))
                .isEqualTo(1);
    }
}
