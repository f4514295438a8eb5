package io.stria.jmh.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class AllocationsTest {
    private final Allocations allocations = new Allocations();

    private static final class ThreeLongs {
        @SuppressWarnings("unused") // for their size
        private long first;

        @SuppressWarnings("unused")
        private long second;

        @SuppressWarnings("unused")
        private long third;
    }

    @Test
    void findsTheSizeOfAClassWithoutItsConstructor() throws Exception {
        double bytes = allocations.ofOne(ThreeLongs.class);

        assertThat(bytes).isBetween(32.0, 40.0);
        assertThat(bytes).isCloseTo(Math.rint(bytes), within(0.01));
    }

    @Test
    void countsWhatLiveThreadsHaveAllocated() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            other.submit(() -> {}).get();
            long before = allocations.ofAllThreads();

            byte[] kept = other.submit(() -> new byte[4 << 20]).get();

            assertThat(allocations.ofAllThreads() - before).isGreaterThanOrEqualTo(kept.length);
        } finally {
            other.shutdown();
        }
    }
}
