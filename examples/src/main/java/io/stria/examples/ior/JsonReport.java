package io.stria.examples.ior;

import io.stria.examples.cli.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * IOR's JSON with its keys, written at the end; and of each row what a comparison needs: transfers and bytes made,
 * processor seconds of the processes that held the tasks, and what the client counted.
 */
final class JsonReport implements Report {
    private static final double NS_PER_S = 1e9;

    private final Setting setting;
    private final IorOptions options;
    private final PrintWriter out;
    private final List<Object> results = new ArrayList<>();

    JsonReport(Setting setting, PrintWriter out) {
        this.setting = setting;
        this.options = setting.options();
        this.out = out;
    }

    @Override
    public void begin() {}

    @Override
    public void commencing(Access access) {}

    @Override
    public void row(Row row) {
        PhaseResult result = row.result();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("access", row.access().label());
        json.put("bwMiB", result.bytesPerSecond() / Cells.MIB);
        json.put("blockKiB", options.blockSize / Cells.KIB);
        json.put("xferKiB", options.transferSize / Cells.KIB);
        json.put("iops", result.operationsPerSecond());
        json.put("latency", result.latencySeconds());
        json.put("openTime", result.openSeconds());
        json.put("wrRdTime", result.ioSeconds());
        json.put("closeTime", result.closeSeconds());
        json.put("totalTime", result.totalSeconds());
        json.put("iter", row.repetition());
        json.put("transfers", result.transfers());
        json.put("bytes", result.bytes());
        json.put("checked", row.access().checks());
        json.put("errors", result.errors());
        json.put("cpuSeconds", result.cpuNs() / NS_PER_S);
        if (options.stonewallSeconds > 0) {
            json.put("stonewallTime", result.stonewallSeconds());
            json.put("stonewallBytes", result.stonewallBytes());
        }
        result.metrics().values().forEach((name, value) -> putNested(json, name, value));
        results.add(json);
    }

    /** {@code a.b.c} becomes a map in a map in a map. */
    @SuppressWarnings("unchecked") // only this method puts maps under these names
    private static void putNested(Map<String, Object> json, String name, long value) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            json.put(name, value);
        } else {
            Object inner = json.computeIfAbsent(name.substring(0, dot), key -> new LinkedHashMap<String, Object>());
            putNested((Map<String, Object>) inner, name.substring(dot + 1), value);
        }
    }

    @Override
    public void removed(int repetition, double seconds) {
        results.add(Map.of("access", "remove", "totalTime", seconds));
    }

    @Override
    public void end(List<Row> rows) {
        List<Summary> summaries = Summary.of(rows);
        Map<String, Object> test = new LinkedHashMap<>();
        test.put("TestID", 0);
        test.put("StartTime", setting.began());
        test.put("Parameters", parameters());
        test.put("Options", setting.lines());
        test.put("Results", results);
        test.put("max", maxima(summaries));

        Map<String, Object> json = new LinkedHashMap<>();
        json.put("Version", Setting.version());
        json.put("Began", setting.began());
        json.put("Command line", setting.commandLine());
        json.put("Machine", setting.machine());
        json.put("Java", System.getProperty("java.vm.version"));
        json.put("tests", List.of(test));
        json.put("summary", summaries.stream().map(this::summary).toList());
        json.put("Finished", setting.now());
        out.print(Json.text(json));
        out.flush();
    }

    private Map<String, Object> parameters() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("testID", 0);
        json.put("refnum", 0);
        json.put("api", options.api.name());
        json.put("testFileName", options.testFile);
        json.put("deadlineForStonewall", options.stonewallSeconds);
        json.put("stoneWallingWearOut", flag(options.directives().stoneWallingWearOut()));
        json.put("nodes", 1);
        json.put("numTasks", options.tasks);
        json.put("tasksPerNode", options.tasks);
        json.put("repetitions", options.repetitions);
        json.put("multiFile", flag(options.multiFile));
        json.put("interTestDelay", options.interTestDelay);
        json.put("fsync", flag(options.fsync));
        json.put("useExistingTestFile", flag(options.useExistingFile));
        json.put("readFile", flag(options.read));
        json.put("writeFile", flag(options.write));
        json.put("filePerProc", flag(options.filePerProcess));
        json.put("reorderTasks", flag(options.reorderTasks));
        json.put("taskPerNodeOffset", options.taskPerNodeOffset);
        json.put("randomOffset", options.random.length);
        json.put("checkWrite", flag(options.checkWrite));
        json.put("checkRead", flag(options.checkRead));
        json.put("keepFile", flag(options.keepFile));
        json.put("keepFileWithError", flag(options.keepFileWithError));
        json.put("useO_DIRECT", flag(options.direct));
        json.put("verbose", options.verbosity());
        json.put("segmentCount", options.segments);
        json.put("transferSize", options.transferSize);
        json.put("blockSize", options.blockSize);
        return json;
    }

    private static int flag(boolean value) {
        return value ? 1 : 0;
    }

    private static Map<String, Object> maxima(List<Summary> summaries) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Summary summary : summaries) {
            json.put(summary.operation() + "MiB", summary.bytesPerSecond().max() / Cells.MIB);
            json.put(summary.operation() + "MB", summary.bytesPerSecond().max() / Cells.MB);
        }
        return json;
    }

    private Map<String, Object> summary(Summary summary) {
        Summary.Spread bandwidth = summary.bytesPerSecond();
        Summary.Spread operations = summary.operationsPerSecond();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", summary.operation());
        json.put("API", options.api.name());
        json.put("TestID", 0);
        json.put("ReferenceNumber", 0);
        json.put("segmentCount", options.segments);
        json.put("blockSize", options.blockSize);
        json.put("transferSize", options.transferSize);
        json.put("numTasks", options.tasks);
        json.put("tasksPerNode", options.tasks);
        json.put("repetitions", options.repetitions);
        json.put("filePerProc", flag(options.filePerProcess));
        json.put("reorderTasks", flag(options.reorderTasks));
        json.put("taskPerNodeOffset", options.taskPerNodeOffset);
        json.put("bwMaxMIB", bandwidth.max() / Cells.MIB);
        json.put("bwMinMIB", bandwidth.min() / Cells.MIB);
        json.put("bwMeanMIB", bandwidth.mean() / Cells.MIB);
        json.put("bwStdMIB", bandwidth.deviation() / Cells.MIB);
        json.put("OPsMax", operations.max());
        json.put("OPsMin", operations.min());
        json.put("OPsMean", operations.mean());
        json.put("OPsSD", operations.deviation());
        json.put("MeanTime", summary.seconds().mean());
        json.put("xsizeMiB", summary.first().bytes() / Cells.MIB);
        return json;
    }
}
