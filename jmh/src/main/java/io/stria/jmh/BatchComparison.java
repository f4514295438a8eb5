package io.stria.jmh;

import io.stria.jmh.client.BatchProbe;
import io.stria.jmh.process.ClientJvm;
import io.stria.jmh.process.StriaServer;
import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Pairs;
import io.stria.jmh.stats.Result;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What a caller's thread spends on many small writes, handed over one by one or as a batch (S3). */
final class BatchComparison implements Comparison {
    private static final int TARGET_COUNT = 4;
    private static final int SUBMISSIONS = 2000;
    private static final int WARM_UP_ROUNDS = 8;
    private static final Goal GOAL = Goal.atLeast(2);

    private static final String METHOD = """
            64 writes of 4 KiB, 64 KiB apart, over 4 stripes of 1 MiB on 4 targets of one server, which keeps nothing. Before
            each the event loop has gone to sleep. Single: 64 calls and 64 futures; batch: one call and one future. Memory and
            list are made before. Time is that of the caller's thread in the calls, wake-ups included; the figure of a round
            is the median of 2,000.
            """;

    private static final int SINGLE = 0;
    private static final int BATCH = 1;

    @Override
    public String name() {
        return "batch";
    }

    @Override
    public String question() {
        return "what does a write of 4 KiB cost its caller in a batch of 64, beside 64 calls?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        StriaServer server = StriaServer.startWithoutStore(bench.processes(), bench.directory(), TARGET_COUNT);
        ClientJvm client = ClientJvm.start(bench.processes(), BatchProbe.class);
        String rounds = Long.toString(bench.amount(SUBMISSIONS));
        Pairs<Double> pairs = Pairs.interleave(
                bench.rounds(List.of(GOAL)),
                WARM_UP_ROUNDS,
                List.of(
                        () -> ns(bench, "single", client.ask("single", server.uri(), rounds)),
                        () -> ns(bench, "batch", client.ask("batch", server.uri(), rounds))));
        Table table = new Table("median of the rounds", "rounds", "ns per write");
        row(table, "single", pairs.of(SINGLE));
        row(table, "batch", pairs.of(BATCH));
        return new Report(
                List.of(table),
                METHOD,
                List.of(new Result(
                        name(), "caller", MedianInterval.of(pairs.ratios(SINGLE, BATCH, Double::doubleValue)), GOAL)));
    }

    private static double ns(Workbench bench, String side, List<String> answer) throws IOException {
        double ns = Double.parseDouble(answer.get(answer.size() - 1));
        bench.progress("%-6s %.0f ns per write", side, ns);
        return ns;
    }

    private static void row(Table table, String side, List<Double> rounds) {
        table.row(
                side,
                Integer.toString(rounds.size()),
                String.format(
                        Locale.ROOT,
                        "%.0f",
                        MedianInterval.of(rounds.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray())
                                .median()));
    }
}
