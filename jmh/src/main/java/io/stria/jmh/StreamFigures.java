package io.stria.jmh;

import io.stria.jmh.process.BothWays;
import io.stria.jmh.process.Transfer;
import io.stria.jmh.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The figures of a stream comparison: throughputs to divide, and their table. */
final class StreamFigures {
    static final ToDoubleFunction<BothWays> WRITE = both -> both.write().gibPerS();
    static final ToDoubleFunction<BothWays> READ = both -> both.read().gibPerS();

    private final Table table = new Table(
            "median of the rounds", "rounds", "GiB/s", "lowest", "highest", "client CPU-s/GiB", "server CPU-s/GiB");

    /** Adds what one side reached one way. */
    void add(String side, List<BothWays> samples, Function<BothWays, Transfer> way) {
        double[] gibPerS = sorted(samples, way, Transfer::gibPerS);
        table.row(
                side,
                Integer.toString(gibPerS.length),
                format(median(gibPerS)),
                format(gibPerS[0]),
                format(gibPerS[gibPerS.length - 1]),
                format(median(sorted(samples, way, Transfer::clientCpuSPerGib))),
                format(median(sorted(samples, way, Transfer::serverCpuSPerGib))));
    }

    /** Adds what one side reached both ways. */
    void addBoth(String side, List<BothWays> samples) {
        add(side + " write", samples, BothWays::write);
        add(side + " read", samples, BothWays::read);
    }

    Table table() {
        return table;
    }

    /** Tells a person who waits, and passes the sample on. */
    static BothWays told(Workbench bench, String side, BothWays sample) {
        bench.progress(
                "%-18s write %.2f GiB/s, read %.2f GiB/s",
                side, WRITE.applyAsDouble(sample), READ.applyAsDouble(sample));
        return sample;
    }

    private static double[] sorted(
            List<BothWays> samples, Function<BothWays, Transfer> way, ToDoubleFunction<Transfer> value) {
        return samples.stream().map(way).mapToDouble(value).sorted().toArray();
    }

    private static double median(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
