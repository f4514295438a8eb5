package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Leads the test: repetitions, and in each of them write, check, read and remove, as far as they are asked for. */
final class Runner {
    private final IorOptions options;
    private final Workers workers;
    private final List<Report> reports;
    private final List<Row> rows = new ArrayList<>();
    private long errors;
    private String firstError = "";

    Runner(IorOptions options, Workers workers, List<Report> reports) {
        this.options = options;
        this.workers = workers;
        this.reports = reports;
    }

    /**
     * Runs the test.
     *
     * @throws UserError if data were not as written, after everything has been reported
     */
    void run() throws Exception {
        reports.forEach(Report::begin);
        for (int repetition = 0; repetition < options.repetitions; repetition++) {
            repeat(repetition);
        }
        reports.forEach(report -> report.end(rows));
        if (errors > 0) {
            throw new UserError(
                    "data check failed: " + errors + " words of 8 bytes differ, the first in " + firstError
                            + ": the storage lost or moved data, or the file was written with another -G, -l, -N, -b, -t or -s");
        }
    }

    private void repeat(int repetition) throws Exception {
        // With a stonewall only part of the file exists, and a read must not go beyond what its writer wrote.
        List<Long> limits = List.of();
        if (options.write) {
            if (!options.useExistingFile) {
                workers.run(new Phase(Access.REMOVE, repetition, List.of()));
            }
            PhaseResult written = timed(new Phase(Access.WRITE, repetition, limits));
            if (options.stonewallSeconds > 0) {
                limits = written.transfersByDataRank();
            }
        }
        if (options.checkWrite) {
            begin(Access.WRITECHECK);
            count(workers.run(new Phase(Access.WRITECHECK, repetition, limits)));
        }
        if (options.read || options.checkRead) {
            timed(new Phase(options.checkRead ? Access.READCHECK : Access.READ, repetition, limits));
        }
        if (!options.keepFile && !(options.keepFileWithError && errors > 0)) {
            double seconds =
                    workers.run(new Phase(Access.REMOVE, repetition, List.of())).ioSeconds();
            reports.forEach(report -> report.removed(repetition, seconds));
        }
    }

    private PhaseResult timed(Phase phase) throws Exception {
        begin(phase.access());
        PhaseResult result = workers.run(phase);
        Row row = new Row(phase.access(), phase.repetition(), result);
        rows.add(row);
        reports.forEach(report -> report.row(row));
        count(result);
        return result;
    }

    private void begin(Access access) throws InterruptedException {
        TimeUnit.SECONDS.sleep(options.interTestDelay);
        reports.forEach(report -> report.commencing(access));
    }

    private void count(PhaseResult result) {
        if (errors == 0) {
            firstError = result.firstError();
        }
        errors += result.errors();
    }
}
