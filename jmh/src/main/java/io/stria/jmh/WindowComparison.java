package io.stria.jmh;

import io.stria.jmh.client.WindowProbe;
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

/** How full the windows of the targets are while there is work. */
final class WindowComparison implements Comparison {
    private static final int TARGET_COUNT = 8;
    private static final int TRANSFER_COUNT = 8;
    private static final int MIN_TRANSFER_COUNT = 4;
    private static final long FILE_BYTES = 2L << 30;
    private static final Goal GOAL = Goal.atLeast(0.95);

    private static final String METHOD = """
            256 MiB transfers, 4 in flight, on 8 stripes of 1 MiB on 8 targets of one server; maxRpcBytes 1 MiB,
            maxRpcsInFlight 16. Each round is a client of its own; the first and last 16 RPCs of each target are not counted.
            The ratio is the share of one round.
            """;

    private static final int WRITE = 0;
    private static final int READ = 1;

    /** The RPCs of one round that count. */
    private record Rpcs(long steady, long full, long medianInFlight) {
        double fullShare() {
            return (double) full / steady;
        }
    }

    @Override
    public String name() {
        return "window";
    }

    @Override
    public String question() {
        return "what share of the RPCs leave in a flush after which the window of 16 is full?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        bench.requireSpace(FILE_BYTES + (FILE_BYTES >> 2));
        StriaServer server = StriaServer.start(bench.processes(), bench.directory(), TARGET_COUNT);
        ClientJvm client = ClientJvm.start(bench.processes(), WindowProbe.class);
        String transfers = Long.toString(Math.max(MIN_TRANSFER_COUNT, bench.amount(TRANSFER_COUNT)));
        Pairs<Rpcs> rounds = Pairs.interleave(
                bench.rounds(List.of(GOAL)),
                1,
                List.of(
                        () -> rpcs(bench, "write", client.ask("write", server.uri(), transfers)),
                        () -> rpcs(bench, "read", client.ask("read", server.uri(), transfers))));
        Table table =
                new Table("sum of the rounds", "rounds", "RPCs", "left with full window", "least median in flight");
        row(table, "write", rounds.of(WRITE));
        row(table, "read", rounds.of(READ));
        return new Report(
                List.of(table),
                METHOD,
                List.of(
                        new Result(name(), "write", share(rounds.of(WRITE)), GOAL),
                        new Result(name(), "read", share(rounds.of(READ)), GOAL)));
    }

    private static Rpcs rpcs(Workbench bench, String direction, List<String> answer) throws IOException {
        String[] numbers = answer.get(answer.size() - 1).split("\t", -1);
        Rpcs rpcs = new Rpcs(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
        if (rpcs.steady() == 0) {
            throw new IOException("no " + direction + " RPC counted");
        }
        bench.progress("%-5s %d RPCs, %.1f %% with a full window", direction, rpcs.steady(), rpcs.fullShare() * 100);
        return rpcs;
    }

    private static void row(Table table, String direction, List<Rpcs> rounds) {
        long steady = rounds.stream().mapToLong(Rpcs::steady).sum();
        long full = rounds.stream().mapToLong(Rpcs::full).sum();
        long inFlight = rounds.stream().mapToLong(Rpcs::medianInFlight).min().orElseThrow();
        table.row(
                direction,
                Integer.toString(rounds.size()),
                Long.toString(steady),
                String.format(Locale.ROOT, "%.2f %%", 100.0 * full / steady),
                Long.toString(inFlight));
    }

    private static MedianInterval share(List<Rpcs> rounds) {
        return MedianInterval.of(rounds.stream().mapToDouble(Rpcs::fullShare).toArray());
    }
}
