package io.stria.jmh;

import io.stria.jmh.client.CpuProbe;
import io.stria.jmh.client.PerPageProbe;
import io.stria.jmh.perpage.Paths;
import io.stria.jmh.process.ClientJvm;
import io.stria.jmh.process.StriaServer;
import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Pairs;
import io.stria.jmh.stats.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one descriptor per stripe object saves beside an object per page, and whether CPU time grows with transfers. */
final class PerPageComparison implements Comparison {
    private static final int TARGET_COUNT = 4;
    private static final long FILE_BYTES = 1L << 30;
    private static final int SAMPLE_MS = 300;
    private static final int MIN_SAMPLE_MS = 50;
    private static final int CPU_SAMPLE_MIB = 4096;
    private static final int WARM_UP_ROUNDS = 4;
    private static final String LARGE_MIB = "64";
    private static final String SMALL_MIB = "4";

    private static final Goal WRITE = Goal.atLeast(8.1);
    private static final Goal READ = Goal.atLeast(9.3);
    private static final Goal CPU = Goal.atMost(1.2);

    private static final String METHOD = """
            write, read: 64 MiB transfers over eight stripes of 1 MiB, from the call to the completed future, on a transport
            that counts RPCs and pieces, touches no payload and answers at once; all on one thread, a JVM for each way. The
            descriptors are the client's own. The pages are allocated, referenced twice, given a time stamp, queued and ended
            one by one, without a lock and with stripe arithmetic once per chunk.
            cpu: CPU time of a whole client JVM per 1 MiB RPC against a server with 4 targets, checksums on, 128 MiB in
            flight from 128 MiB of memory in either case. The ratio is 64 MiB transfers to 4 MiB transfers.
            """;

    @Override
    public String name() {
        return "per-page";
    }

    @Override
    public String question() {
        return "what does one descriptor per stripe save beside an object per page?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        bench.requireSpace(FILE_BYTES + (FILE_BYTES >> 2));
        List<Result> results = new ArrayList<>();
        Table ns = new Table("ns, median of the rounds", "rounds", "per transfer", "per 1 MiB stripe", "per page");
        comparePaths(bench, "write", WRITE, ns, results);
        comparePaths(bench, "read", READ, ns, results);
        Table us = new Table("client CPU us per 1 MiB RPC", "rounds", "4 MiB transfers", "64 MiB transfers");
        StriaServer server = StriaServer.start(bench.processes(), bench.directory(), TARGET_COUNT);
        ClientJvm client = ClientJvm.start(bench.processes(), CpuProbe.class);
        compareCpu(bench, server, client, "write", us, results);
        compareCpu(bench, server, client, "read", us, results);
        return new Report(List.of(ns, us), METHOD, results);
    }

    private void comparePaths(Workbench bench, String direction, Goal goal, Table table, List<Result> results)
            throws Exception {
        ClientJvm descriptors = ClientJvm.start(bench.processes(), PerPageProbe.class);
        ClientJvm pages = ClientJvm.start(bench.processes(), PerPageProbe.class);
        Pairs<Double> pairs = Pairs.interleave(
                bench.rounds(List.of(goal)),
                WARM_UP_ROUNDS,
                List.of(
                        () -> nsPerTransfer(bench, descriptors, Paths.DESCRIPTOR, direction),
                        () -> nsPerTransfer(bench, pages, Paths.PAGE, direction)));
        row(table, direction + ", a descriptor per stripe", pairs.of(0));
        row(table, direction + ", an object per page", pairs.of(1));
        MedianInterval ratio = MedianInterval.of(pairs.ratios(1, 0, Double::doubleValue));
        results.add(new Result(name(), direction, ratio, goal));
    }

    private static double nsPerTransfer(Workbench bench, ClientJvm client, Paths path, String direction)
            throws IOException, InterruptedException {
        String millis = Long.toString(Math.max(MIN_SAMPLE_MS, bench.amount(SAMPLE_MS)));
        double ns =
                Double.parseDouble(client.ask(path.name(), direction, millis).get(0));
        bench.progress("%-10s %-5s %.0f ns per transfer", path.name().toLowerCase(Locale.ROOT), direction, ns);
        return ns;
    }

    private static void row(Table table, String label, List<Double> nsPerTransfer) {
        double ns = median(nsPerTransfer);
        table.row(
                label,
                Integer.toString(nsPerTransfer.size()),
                format(ns),
                format(ns / Paths.STRIPES),
                String.format(Locale.ROOT, "%.3f", ns / Paths.PAGES));
    }

    private void compareCpu(
            Workbench bench, StriaServer server, ClientJvm client, String direction, Table table, List<Result> results)
            throws Exception {
        Pairs<Double> pairs = Pairs.interleave(
                bench.rounds(List.of(CPU)),
                WARM_UP_ROUNDS,
                List.of(
                        () -> cpuUsPerRpc(bench, server, client, direction, SMALL_MIB),
                        () -> cpuUsPerRpc(bench, server, client, direction, LARGE_MIB)));
        table.row(
                direction,
                Integer.toString(pairs.of(0).size()),
                format(median(pairs.of(0))),
                format(median(pairs.of(1))));
        MedianInterval ratio = MedianInterval.of(pairs.ratios(1, 0, Double::doubleValue));
        results.add(new Result(name(), "cpu-" + direction, ratio, CPU));
    }

    private static double cpuUsPerRpc(
            Workbench bench, StriaServer server, ClientJvm client, String direction, String transferMib)
            throws IOException, InterruptedException {
        long totalMib = bench.amount(CPU_SAMPLE_MIB);
        bench.processes().settle();
        double beforeS = client.cpuSeconds();
        client.ask(direction, server.uri(), transferMib, Long.toString(totalMib));
        double us = (client.cpuSeconds() - beforeS) * 1e6 / totalMib;
        bench.progress("%-5s %2s MiB transfers: %.0f us of client CPU per RPC", direction, transferMib, us);
        return us;
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
