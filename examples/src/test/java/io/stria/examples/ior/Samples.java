package io.stria.examples.ior;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Made-up results with round times, for the formats. */
final class Samples {
    private static final long MS = 1_000_000;

    private Samples() {}

    static Setting setting(IorOptions options, String line) {
        Clock clock = Clock.fixed(Instant.parse("2026-11-03T01:02:03Z"), ZoneOffset.UTC);
        return new Setting(
                options, List.of(("ior " + line).split(" ", -1)), "Linux host", clock, "Tue Nov  3 01:02:03 2026");
    }

    /** One task: 2 ms to open, some to transfer, 1 ms to close. */
    static PhaseResult result(IorOptions options, long ioMs, long transfers) {
        TaskResult task = new TaskResult(
                0,
                0,
                0,
                2 * MS,
                2 * MS,
                (2 + ioMs) * MS,
                (2 + ioMs) * MS,
                (3 + ioMs) * MS,
                transfers,
                ioMs * MS,
                transfers,
                0,
                "");
        Metrics metrics = new Metrics(Map.of("counters.RPCS", 64L, "targets.0.write.steadyRpcs", 32L));
        return new PhaseResult(List.of(task), options.transferSize, 250 * MS, metrics);
    }

    static List<Row> rows(IorOptions options) {
        return List.of(
                new Row(Access.WRITE, 0, result(options, 497, 256)),
                new Row(Access.READ, 0, result(options, 97, 256)),
                new Row(Access.WRITE, 1, result(options, 997, 256)),
                new Row(Access.READ, 1, result(options, 47, 256)));
    }

    static void replay(Report report, List<Row> rows) {
        report.begin();
        for (Row row : rows) {
            report.commencing(row.access());
            report.row(row);
            if (row.access() == Access.READ) {
                report.removed(row.repetition(), 0.006066);
            }
        }
        report.end(rows);
    }
}
