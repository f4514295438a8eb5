package io.stria.jmh;

import io.stria.jmh.process.BothWays;
import io.stria.jmh.process.Iperf3;
import io.stria.jmh.process.Transfer;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Pairs;
import io.stria.jmh.stats.Result;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Streaming through client, wire, server and storage, against iperf3, which only fills the wire. */
final class StreamComparison implements Comparison {
    private static final long BYTES = 2L << 30;
    private static final int WARM_UP_ROUNDS = 3;

    private static final Goal WRITE = Goal.atLeast(0.6);
    private static final Goal READ = Goal.atLeast(0.65);
    private static final Goal CHECKSUM = Goal.atLeast(0.85);

    private static final String IPERF3_METHOD = """
            iperf3: -n BYTES -l 1M, one stream, a new client process each time. The wire has no direction, so one run per
            round is the yardstick of both; its figure is what arrived.
            """;

    // Checksums off runs between the two it is compared with.
    private static final int IPERF3 = 0;
    private static final int PLAIN = 1;
    private static final int CHECKED = 2;

    @Override
    public String name() {
        return "stream";
    }

    @Override
    public String question() {
        return "what share of iperf3's speed do 2 GiB written and read reach, and what do checksums cost?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        long bytes = bench.amount(BYTES);
        bench.requireSpace(2 * bytes);
        Iperf3 iperf3 = Iperf3.start(bench.processes());
        StriaStream stria = StriaStream.start(bench);
        Pairs<BothWays> pairs = Pairs.interleave(
                bench.rounds(List.of(WRITE, READ, CHECKSUM)),
                WARM_UP_ROUNDS,
                List.of(
                        () -> StreamFigures.told(bench, "iperf3", send(bench, iperf3, bytes)),
                        () -> StreamFigures.told(bench, "Stria", stria.run(false, bytes)),
                        () -> StreamFigures.told(bench, "Stria with CRC32C", stria.run(true, bytes))));
        StreamFigures figures = new StreamFigures();
        figures.add("iperf3", pairs.of(IPERF3), BothWays::write);
        figures.addBoth("Stria", pairs.of(PLAIN));
        figures.addBoth("Stria with CRC32C", pairs.of(CHECKED));
        return new Report(
                List.of(figures.table()),
                StriaStream.METHOD + IPERF3_METHOD,
                List.of(
                        result("write", pairs, PLAIN, IPERF3, StreamFigures.WRITE, WRITE),
                        result("read", pairs, PLAIN, IPERF3, StreamFigures.READ, READ),
                        result("write-crc32c", pairs, CHECKED, PLAIN, StreamFigures.WRITE, CHECKSUM),
                        result("read-crc32c", pairs, CHECKED, PLAIN, StreamFigures.READ, CHECKSUM)));
    }

    private static BothWays send(Workbench bench, Iperf3 iperf3, long bytes) throws IOException, InterruptedException {
        bench.processes().settle();
        Transfer sent = iperf3.send(bytes);
        return new BothWays(sent, sent);
    }

    private Result result(
            String op, Pairs<BothWays> pairs, int side, int against, ToDoubleFunction<BothWays> value, Goal goal) {
        return new Result(name(), op, MedianInterval.of(pairs.ratios(side, against, value)), goal);
    }
}
