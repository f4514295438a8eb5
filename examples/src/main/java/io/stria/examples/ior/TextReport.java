package io.stria.examples.ior;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** IOR's tables, column for column, so that what reads IOR's output reads this (ior-output.c of IOR 4.1). */
final class TextReport implements Report {
    private final Setting setting;
    private final IorOptions options;
    private final PrintWriter out;

    TextReport(Setting setting, PrintWriter out) {
        this.setting = setting;
        this.options = setting.options();
        this.out = out;
    }

    @Override
    public void begin() {
        out.println("IOR-" + Setting.version() + ": MPI Coordinated Test of Parallel I/O");
        line("Began", setting.began());
        line("Command line", setting.commandLine());
        line("Machine", setting.machine());
        line("TestID", 0);
        line("StartTime", setting.began());
        fileSystem();
        if (options.verbosity() > 0) {
            line("Participating tasks", options.tasks);
        }
        out.println();
        out.println("Options: ");
        setting.lines().forEach(this::line);
        out.println();
        out.println("Results: ");
        out.println();
        out.println(
                "access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   "
                        + "total(s)   iter");
        out.println(
                "------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   "
                        + "--------   ----");
        out.flush();
    }

    private void fileSystem() {
        try {
            String fileSystem = setting.fileSystem();
            if (!fileSystem.isEmpty()) {
                line("Path", options.testFile);
                line("FS", fileSystem);
            }
        } catch (IOException e) {
            line("FS", "unknown (" + e.getMessage() + ")");
        }
    }

    private void line(String key, Object value) {
        out.printf(Locale.ROOT, "%-20s: %s%n", key, value);
    }

    @Override
    public void commencing(Access access) {
        if (options.verbosity() > 0) {
            String now = setting.now();
            out.println(
                    access == Access.WRITECHECK
                            ? "Verifying contents of the file(s) just written: " + now
                            : "Commencing " + access.label() + " performance test: " + now);
            out.flush();
        }
    }

    @Override
    public void row(Row row) {
        PhaseResult result = row.result();
        out.print(String.format(Locale.ROOT, "%-10s", row.access().label()));
        out.print(Cells.number(result.bytesPerSecond() / Cells.MIB) + " ");
        out.print(Cells.number(result.operationsPerSecond()) + " ");
        out.print(Cells.number(result.latencySeconds()) + "  ");
        out.print(Cells.number(options.blockSize / Cells.KIB) + " ");
        out.print(Cells.number(options.transferSize / Cells.KIB) + " ");
        out.print(Cells.number(result.openSeconds()) + " ");
        out.print(Cells.number(result.ioSeconds()) + " ");
        out.print(Cells.number(result.closeSeconds()) + " ");
        out.print(Cells.number(result.totalSeconds()) + " ");
        out.printf(Locale.ROOT, "%-4d%n", row.repetition());
        out.flush();
    }

    @Override
    public void removed(int repetition, double seconds) {
        if (options.verbosity() > 0) {
            out.print("remove    -          -          -           -          -          -          -          "
                    + "-          ");
            out.printf(Locale.ROOT, "%s %-4d%n", Cells.number(seconds), repetition);
            out.flush();
        }
    }

    @Override
    public void end(List<Row> rows) {
        List<Summary> summaries = Summary.of(rows);
        if (options.verbosity() > 0) {
            summaries.forEach(this::maximum);
        }
        out.println();
        out.println("Summary of all tests:");
        out.println("Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     StdDev"
                + "    Mean(s) Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand seed segcnt"
                + "   blksiz    xsize aggs(MiB)   API RefNum");
        summaries.forEach(this::summary);
        line("Finished", setting.now());
        out.flush();
    }

    private void maximum(Summary summary) {
        double max = summary.bytesPerSecond().max();
        String label = summary.operation().equals("write") ? "Max Write: " : "Max Read:  ";
        out.printf(Locale.ROOT, "%s%.2f MiB/sec (%.2f MB/sec)%n", label, max / Cells.MIB, max / Cells.MB);
    }

    private void summary(Summary summary) {
        Summary.Spread bandwidth = summary.bytesPerSecond();
        Summary.Spread operations = summary.operationsPerSecond();
        out.printf(Locale.ROOT, "%-9s ", summary.operation());
        out.printf(Locale.ROOT, "%10.2f %10.2f ", bandwidth.max() / Cells.MIB, bandwidth.min() / Cells.MIB);
        out.printf(Locale.ROOT, "%10.2f %10.2f ", bandwidth.mean() / Cells.MIB, bandwidth.deviation() / Cells.MIB);
        out.printf(Locale.ROOT, "%10.2f %10.2f ", operations.max(), operations.min());
        out.printf(Locale.ROOT, "%10.2f %10.2f ", operations.mean(), operations.deviation());
        out.printf(Locale.ROOT, "%10.5f ", summary.seconds().mean());
        if (options.directives().stoneWallingWearOut()) {
            PhaseResult first = summary.first();
            out.printf(Locale.ROOT, "%10.2f %13.2f ", first.stonewallSeconds(), first.stonewallBytes() / Cells.MIB);
        } else {
            out.printf(Locale.ROOT, "%10s %13s ", "NA", "NA");
        }
        out.printf(
                Locale.ROOT,
                "%5d %6d %3d %4d %3d %5d %8d %9d %4d %6d %8d %8d %9.1f %3s %6d%n",
                0,
                options.tasks,
                options.tasks,
                options.repetitions,
                options.filePerProcess ? 1 : 0,
                options.reorderTasks ? 1 : 0,
                options.taskPerNodeOffset,
                0,
                0,
                options.segments,
                options.blockSize,
                options.transferSize,
                summary.first().bytes() / Cells.MIB,
                options.api,
                0);
    }
}
