package io.stria.jmh;

import io.stria.jmh.client.AllocationProbe;
import io.stria.jmh.process.ClientJvm;
import io.stria.jmh.process.StriaServer;
import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the client allocates for each RPC in steady state. */
final class AllocComparison implements Comparison {
    private static final int TARGET_COUNT = 4;
    private static final long FILE_BYTES = 1L << 30;
    private static final int RPCS_PER_ROUND = 1024;
    private static final int MIN_RPCS_PER_ROUND = 256;
    private static final int WARM_UP_ROUNDS = 10;
    private static final Goal GOAL = Goal.atMost(64);

    private static final String METHOD = """
            Stripes and RPCs of 1 MiB on 4 targets; 1 MiB transfers 8 in flight, 64 MiB transfers 4 in flight, from reused
            memory. Counted is what all threads of the client JVM allocated in a round of 1,024 RPCs, after 10 rounds of
            warm-up. The future of a transfer, whose size is found by making many of them, is subtracted; the boxed count
            that it yields is not. The ratio is bytes per RPC.
            """;

    /** One of the measures: which way, how large, checked or not. */
    private record Case(String direction, int transferMib, boolean checksum) {
        String op() {
            return direction + "-" + transferMib + "m" + (checksum ? "-crc32c" : "");
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("write", 1, true),
            new Case("read", 1, true),
            new Case("write", 1, false),
            new Case("read", 1, false),
            new Case("write", 64, true),
            new Case("read", 64, true),
            new Case("write", 64, false),
            new Case("read", 64, false));

    @Override
    public String name() {
        return "alloc";
    }

    @Override
    public String question() {
        return "how many bytes does the client allocate per 1 MiB RPC, beside the future it returns?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        bench.requireSpace(FILE_BYTES + (FILE_BYTES >> 2));
        StriaServer server = StriaServer.start(bench.processes(), bench.directory(), TARGET_COUNT);
        ClientJvm client = ClientJvm.start(bench.processes(), AllocationProbe.class);
        String[] future = client.ask("future", server.uri()).get(0).split("\t", -1);
        double futureBytes = Double.parseDouble(future[1]);
        long rpcCount = Math.max(MIN_RPCS_PER_ROUND, bench.amount(RPCS_PER_ROUND));
        int roundCount = bench.rounds(List.of(GOAL));
        Table table =
                new Table("B per RPC, median of the rounds", "rounds", "allocated", "of it the future", "beside it");
        List<Result> results = new ArrayList<>();
        for (Case wanted : CASES) {
            List<String> answer = client.ask(
                    "move",
                    wanted.direction(),
                    server.uri(),
                    wanted.checksum() ? "on" : "off",
                    Integer.toString(wanted.transferMib()),
                    Long.toString(rpcCount),
                    Integer.toString(WARM_UP_ROUNDS + roundCount));
            double futurePerRpc = futureBytes / wanted.transferMib();
            double[] beside = answer.stream()
                    .skip(WARM_UP_ROUNDS)
                    .mapToDouble(bytes -> Double.parseDouble(bytes) / rpcCount - futurePerRpc)
                    .toArray();
            MedianInterval interval = MedianInterval.of(beside);
            bench.progress("%-16s %.1f B per RPC", wanted.op(), interval.median());
            table.row(
                    wanted.op(),
                    Integer.toString(beside.length),
                    format(interval.median() + futurePerRpc),
                    format(futurePerRpc),
                    format(interval.median()));
            results.add(new Result(name(), wanted.op(), interval, GOAL));
        }
        return new Report(
                List.of(new Table("returned future", "B").row(future[0], format(futureBytes)), table), METHOD, results);
    }

    private static String format(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes);
    }
}
