package io.stria;

import java.util.List;
import java.util.Map;

/**
 * A snapshot of a client's counters and histograms. Taken without stopping anything, so figures of one snapshot can be
 * a few RPCs apart.
 *
 * @param counters every counter with its value
 * @param targets per target that was used, in the order of the target numbers
 */
public record ClientStatistics(Map<Counter, Long> counters, List<TargetStatistics> targets) {

    /**
     * Keeps immutable copies.
     *
     * @param counters every counter with its value
     * @param targets per target that was used
     */
    public ClientStatistics {
        counters = Map.copyOf(counters);
        targets = List.copyOf(targets);
    }

    /**
     * The value of a counter.
     *
     * @param counter which
     * @return its value, 0 if it never counted
     */
    public long get(Counter counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /**
     * The histograms of all targets in the format of Lustre's {@code osc.*.rpc_stats} (lproc_osc.c).
     *
     * @return several lines per target
     */
    public String rpcStats() {
        StringBuilder out = new StringBuilder();
        targets.forEach(target -> RpcStatsFormat.append(out, target));
        return out.toString();
    }
}
