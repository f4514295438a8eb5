package io.stria.examples.ior;

import io.stria.ClientStatistics;
import io.stria.Counter;
import io.stria.TargetStatistics;
import io.stria.TargetStatistics.Direction;
import java.util.Map;
import java.util.TreeMap;

/** Names what a client has counted, so that it can be subtracted, added over processes and printed. */
final class StriaMetrics {

    private StriaMetrics() {}

    static Metrics of(ClientStatistics statistics) {
        Map<String, Long> values = new TreeMap<>();
        for (Counter counter : Counter.values()) {
            values.put("counters." + counter.name(), statistics.get(counter));
        }
        for (TargetStatistics target : statistics.targets()) {
            put(values, "targets." + target.target() + ".read.", target.read());
            put(values, "targets." + target.target() + ".write.", target.write());
        }
        return new Metrics(values);
    }

    private static void put(Map<String, Long> values, String prefix, Direction direction) {
        values.put(prefix + "rpcs", direction.rpcsInFlight().total());
        values.put(prefix + "steadyRpcs", direction.steadyRpcs());
        values.put(prefix + "steadyRpcsWindowFull", direction.steadyRpcsWindowFull());
    }
}
