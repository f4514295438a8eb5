package io.stria.jmh;

import io.stria.jmh.process.BothWays;
import io.stria.jmh.process.Fio;
import io.stria.jmh.process.NbdKit;
import io.stria.jmh.process.Transfer;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Pairs;
import io.stria.jmh.stats.Result;
import java.io.IOException;
import java.util.List;

/** Streaming against fio over nbdkit's file plugin: the same bytes through the same wire into the same tmpfs, in C. */
final class NbdStreamComparison implements Comparison {
    private static final long BYTES = 2L << 30;
    private static final int WARM_UP_ROUNDS = 3;
    private static final Goal GOAL = Goal.atLeast(0.8);

    private static final String FIO_METHOD = """
            fio: --ioengine=nbd --bs=1m --iodepth=8, a new process each time, its own throughput; nbdkit's file plugin stays.
            The blocks of its device are there from the warm-up on, as those of Stria's file are.
            """;

    private static final int FIO = 0;
    private static final int STRIA = 1;

    @Override
    public String name() {
        return "nbd-stream";
    }

    @Override
    public String question() {
        return "how fast are 2 GiB written and read beside fio over nbdkit on the same tmpfs, depth 8?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        long bytes = bench.amount(BYTES);
        bench.requireSpace(3 * bytes);
        NbdKit device = NbdKit.start(bench.processes(), bench.directory(), bytes);
        Fio fio = new Fio(bench.processes(), device, StriaStream.DEPTH);
        StriaStream stria = StriaStream.start(bench);
        Pairs<BothWays> pairs = Pairs.interleave(
                bench.rounds(List.of(GOAL)),
                WARM_UP_ROUNDS,
                List.of(
                        () -> StreamFigures.told(bench, "fio over nbdkit", fio(bench, fio, bytes)),
                        () -> StreamFigures.told(bench, "Stria", stria.run(false, bytes))));
        StreamFigures figures = new StreamFigures();
        figures.addBoth("fio over nbdkit", pairs.of(FIO));
        figures.addBoth("Stria", pairs.of(STRIA));
        return new Report(
                List.of(figures.table()),
                StriaStream.METHOD + FIO_METHOD,
                List.of(
                        new Result(
                                name(),
                                "write",
                                MedianInterval.of(pairs.ratios(STRIA, FIO, StreamFigures.WRITE)),
                                GOAL),
                        new Result(
                                name(),
                                "read",
                                MedianInterval.of(pairs.ratios(STRIA, FIO, StreamFigures.READ)),
                                GOAL)));
    }

    private static BothWays fio(Workbench bench, Fio fio, long bytes) throws IOException, InterruptedException {
        bench.processes().settle();
        Transfer write = fio.write(bytes);
        bench.processes().settle();
        Transfer read = fio.read(bytes);
        return new BothWays(write, read);
    }
}
