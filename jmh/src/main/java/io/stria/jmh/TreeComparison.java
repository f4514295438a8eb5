package io.stria.jmh;

import io.stria.jmh.process.FileTree;
import io.stria.jmh.process.Processes;
import io.stria.jmh.process.StriaServer;
import io.stria.jmh.process.Tools;
import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Goal;
import io.stria.jmh.stats.MedianInterval;
import io.stria.jmh.stats.Pairs;
import io.stria.jmh.stats.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A real tree of small files through {@code put} and {@code get}, beside {@code cp -r}; what comes out is compared. */
final class TreeComparison implements Comparison {
    private static final Path REAL_TREE = Path.of("/usr/share");
    private static final int FILE_COUNT = 15_000;
    private static final int SERVER_COUNT = 3;
    private static final int TARGETS_PER_SERVER = 2;
    private static final long SPACE = 4L << 30;
    /** The tools sync and publish every file and cp does neither; this holds what they reach. */
    private static final Goal GOAL = Goal.atLeast(0.03);

    private static final String METHOD = """
            The first files of /usr/share in the order of a walk, copied to tmpfs before. put and get: one process each, JVM
            start included, against three servers of two targets each; every file synced and published by rename. cp -r:
            between the same file systems, in and out again, nothing synced. After each get diff -r has found nothing.
            """;

    private static final int CP = 0;
    private static final int STRIA = 1;

    /** How long a tree took. */
    private record Copies(double inS, double outS) {}

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public String question() {
        return "how fast does a tree of 15,000 files go in with put and out with get, beside cp -r?";
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        bench.requireSpace(SPACE);
        FileTree source = FileTree.copy(REAL_TREE, bench.directory().resolve("source"), (int) bench.amount(FILE_COUNT));
        bench.progress("%d files, %d MiB", source.files(), source.bytes() >> 20);
        StriaServer first = StriaServer.start(bench.processes(), bench.directory(), TARGETS_PER_SERVER);
        for (int i = 1; i < SERVER_COUNT; i++) {
            first.joinedBy(bench.directory(), TARGETS_PER_SERVER);
        }
        Tools tools = new Tools(bench.processes(), first.uri());
        Pairs<Copies> pairs = Pairs.interleave(
                bench.rounds(List.of(GOAL)),
                1,
                List.of(
                        () -> told(bench, "cp -r", copy(bench, source.path())),
                        () -> told(bench, "Stria", putAndGet(bench, tools, source.path()))));
        Table table = new Table("median of the rounds", "rounds", "s", "files/s", "MiB/s");
        row(table, source, "cp -r, in", pairs.of(CP), Copies::inS);
        row(table, source, "cp -r, out", pairs.of(CP), Copies::outS);
        row(table, source, "put", pairs.of(STRIA), Copies::inS);
        row(table, source, "get", pairs.of(STRIA), Copies::outS);
        return new Report(
                List.of(table),
                METHOD,
                List.of(
                        new Result(name(), "put", MedianInterval.of(pairs.ratios(CP, STRIA, Copies::inS)), GOAL),
                        new Result(name(), "get", MedianInterval.of(pairs.ratios(CP, STRIA, Copies::outS)), GOAL)));
    }

    private static Copies told(Workbench bench, String side, Copies copies) {
        bench.progress("%-6s in %.2f s, out %.2f s", side, copies.inS(), copies.outS());
        return copies;
    }

    private static Copies copy(Workbench bench, Path source) throws IOException, InterruptedException {
        Path in = bench.directory().resolve("copy");
        Path out = bench.directory().resolve("copy-of-copy");
        Processes processes = bench.processes();
        processes.settle();
        double inS = seconds(() -> processes.run("cp", List.of("cp", "-r", source.toString(), in.toString())));
        processes.settle();
        double outS = seconds(() -> processes.run("cp", List.of("cp", "-r", in.toString(), out.toString())));
        FileTree.delete(in);
        FileTree.delete(out);
        return new Copies(inS, outS);
    }

    private static Copies putAndGet(Workbench bench, Tools tools, Path source)
            throws IOException, InterruptedException {
        Path out = bench.directory().resolve("back");
        Processes processes = bench.processes();
        processes.settle();
        double inS = seconds(() -> tools.run("put", "-q", source.toString(), "/tree"));
        processes.settle();
        double outS = seconds(() -> tools.run("get", "-q", "/tree", out.toString()));
        processes.run("diff -r", List.of("diff", "-r", source.toString(), out.toString()));
        FileTree.delete(out);
        tools.run("rm", "-r", "/tree");
        return new Copies(inS, outS);
    }

    /** Some work of other processes. */
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static double seconds(Work work) throws IOException, InterruptedException {
        long begunNs = System.nanoTime();
        work.run();
        return (System.nanoTime() - begunNs) / 1e9;
    }

    private static void row(
            Table table, FileTree tree, String side, List<Copies> rounds, ToDoubleFunction<Copies> seconds) {
        double median = MedianInterval.of(rounds.stream().mapToDouble(seconds).toArray())
                .median();
        table.row(
                side,
                Integer.toString(rounds.size()),
                String.format(Locale.ROOT, "%.2f", median),
                String.format(Locale.ROOT, "%.0f", tree.files() / median),
                String.format(Locale.ROOT, "%.0f", tree.bytes() / median / (1 << 20)));
    }
}
