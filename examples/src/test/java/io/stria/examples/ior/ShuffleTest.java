package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShuffleTest {

    @Test
    void everyIndexHasAPlaceOfItsOwn() {
        for (long count = 1; count <= 300; count++) {
            Shuffle shuffle = new Shuffle(count, count * 31);
            assertThat(LongStream.range(0, count).map(shuffle::at).sorted())
                    .containsExactly(LongStream.range(0, count).boxed().toArray(Long[]::new));
        }
    }

    @Test
    void neighboursAreTornApart() {
        long count = 100_000;
        Shuffle shuffle = new Shuffle(count, 1);
        long near = LongStream.range(1, count)
                .filter(i -> Math.abs(shuffle.at(i) - shuffle.at(i - 1)) <= 16)
                .count();
        assertThat(near)
                .as("pairs within 16 of each other; 32 of them expected")
                .isLessThan(100);
    }

    @Test
    void largeCountsNeedNoMemory() {
        long count = 3_000_000_000_000L;
        Shuffle shuffle = new Shuffle(count, 5);
        assertThat(LongStream.range(0, 10_000).map(shuffle::at).distinct().filter(at -> at >= 0 && at < count))
                .hasSize(10_000);
    }
}
