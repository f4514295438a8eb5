package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Counter;
import io.stria.TargetStatistics;
import org.junit.jupiter.api.Test;

class RpcStatsTest {
    private final RpcStats stats = new RpcStats(8);

    private TargetStatistics.Direction sum() {
        return RpcStats.sum(new RpcStats[] {stats});
    }

    @Test
    void sizesAndLatenciesFallIntoPowersOfTwo() {
        for (int bytes : new int[] {0, 1, 2, 3, 4, 65_535, 65_536, 4 << 20, Integer.MAX_VALUE}) {
            stats.left(bytes, 1);
        }
        long[] counts = sum().bytesPerRpc().counts();
        assertThat(counts[0]).isEqualTo(2);
        assertThat(counts[1]).isEqualTo(2);
        assertThat(counts[2]).isEqualTo(1);
        assertThat(counts[15]).isEqualTo(1);
        assertThat(counts[16]).isEqualTo(1);
        assertThat(counts[22]).isEqualTo(1);
        assertThat(counts[27]).isEqualTo(1); // the last bucket has no upper bound
        for (long ns : new long[] {-5, 0, 999, 1_000, 2_000, 1L << 60}) {
            stats.answered(ns);
        }
        assertThat(sum().latencyUs().counts()[0]).isEqualTo(4);
        assertThat(sum().latencyUs().counts()[1]).isEqualTo(1);
        assertThat(sum().latencyUs().counts()[27]).isEqualTo(1);
    }

    @Test
    void rpcsInFlightAreCountedOneByOneUpToTheWindow() {
        for (int inFlight = 1; inFlight <= 8; inFlight++) {
            for (int i = 0; i < inFlight; i++) {
                stats.left(1, inFlight);
            }
        }
        stats.left(1, 9);
        assertThat(sum().rpcsInFlight().lowerBounds()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(sum().rpcsInFlight().counts()).containsExactly(1, 2, 3, 4, 5, 6, 7, 9);
    }

    @Test
    void theFirstAndTheLast16RpcsAreNotPartOfTheSteadyState() {
        stats.flushed(16, false);
        assertThat(sum().steadyRpcs()).isZero();
        stats.flushed(10, true);
        stats.flushed(3, false);
        stats.flushed(7, true);
        stats.flushed(16, false); // and these may be the last
        assertThat(sum().steadyRpcs()).isEqualTo(20);
        assertThat(sum().steadyRpcsWindowFull()).isEqualTo(17);
        stats.flushed(1, true);
        assertThat(sum().steadyRpcs()).isEqualTo(21);
        assertThat(sum().steadyRpcsWindowFull()).isEqualTo(17);
    }

    @Test
    void theLanesOfATargetAreAddedUp() {
        RpcStats other = new RpcStats(8);
        stats.left(4096, 2);
        other.left(4096, 2);
        other.left(8192, 3);
        stats.flushed(40, true);
        other.flushed(40, false);
        TargetStatistics.Direction sum = RpcStats.sum(new RpcStats[] {stats, other});
        assertThat(sum.bytesPerRpc().counts()[12]).isEqualTo(2);
        assertThat(sum.bytesPerRpc().total()).isEqualTo(3);
        assertThat(sum.rpcsInFlight().counts()).startsWith(0, 2, 1);
        assertThat(sum.steadyRpcs()).isEqualTo(16);
        assertThat(sum.steadyRpcsWindowFull()).isEqualTo(8);
    }

    @Test
    void countersStartAtZeroAndAddUp() {
        ClientCounters counters = new ClientCounters();
        assertThat(counters.snapshot())
                .hasSize(Counter.values().length)
                .allSatisfy((counter, count) -> assertThat(count).isZero());
        counters.add(Counter.RPCS, 3);
        counters.add(Counter.RPCS, 4);
        assertThat(counters.snapshot()).containsEntry(Counter.RPCS, 7L).containsEntry(Counter.FLUSHES, 0L);
    }
}
