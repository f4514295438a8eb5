package io.stria.examples.quickstart;

import io.stria.ClientConfig;
import io.stria.ClientStatistics;
import io.stria.Counter;
import io.stria.TargetStatistics;
import io.stria.TargetStatistics.Direction;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;

/** What the histograms of {@code rpc_stats} come to, in a few lines. */
final class RpcSummary {

    private RpcSummary() {}

    static void print(ClientStatistics statistics, ClientConfig config, PrintWriter out) {
        line("write", statistics, TargetStatistics::write, config, out);
        line("read", statistics, TargetStatistics::read, config, out);
        out.println(String.format(
                Locale.ROOT,
                "copied in user space: %d of %d payload bytes",
                statistics.get(Counter.BYTES_COPIED),
                statistics.get(Counter.BYTES_WRITTEN) + statistics.get(Counter.BYTES_READ)));
    }

    private static void line(
            String name,
            ClientStatistics statistics,
            Function<TargetStatistics, Direction> direction,
            ClientConfig config,
            PrintWriter out) {
        long rpcs = 0;
        long steady = 0;
        long full = 0;
        for (TargetStatistics target : statistics.targets()) {
            rpcs += direction.apply(target).rpcsInFlight().total();
            steady += direction.apply(target).steadyRpcs();
            full += direction.apply(target).steadyRpcsWindowFull();
        }
        String share = steady == 0
                ? "too few to tell how full the window was"
                : String.format(
                        Locale.ROOT,
                        "%.0f %% left with the window of %d full (ramp-up and drain excluded); the others while the servers"
                                + " were ahead of this program",
                        100.0 * full / steady,
                        config.maxRpcsInFlight());
        out.println(String.format(Locale.ROOT, "%s RPCs: %d, %s", name, rpcs, share));
    }
}
