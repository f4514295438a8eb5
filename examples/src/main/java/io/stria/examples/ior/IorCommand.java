package io.stria.examples.ior;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code ior} program. */
@Command(
        name = "ior",
        sortOptions = false,
        description = "Measures reading and writing in parallel, with the options and the output of IOR.",
        footer = {
            "",
            "Sizes may end in k, m, g or t, powers of 1024. Options of IOR that mean nothing here are accepted with a"
                    + " note. Data are checked only with -W or -R."
        })
public final class IorCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private final IorOptions options = new IorOptions();

    /** For picocli. */
    public IorCommand() {}

    @Override
    public Integer call() throws Exception {
        options.check();
        if (options.workerRanks != null) {
            return work(options.workerRanks);
        }
        PrintWriter err = spec.commandLine().getErr();
        options.ignored().forEach(option -> err.println("note: ignored: " + option));
        err.flush();

        PrintWriter out = spec.commandLine().getOut();
        Setting setting = Setting.of(options, arguments(), Clock.system(ZoneId.systemDefault()));
        try (Outputs outputs = Outputs.open(setting, out);
                Workers workers = workers()) {
            new Runner(options, workers, outputs.reports()).run();
            if (options.verbosity() > 1) {
                // Not in IOR: what the tickets of the field show beside it, from lctl get_param osc.*.rpc_stats.
                out.print(workers.statistics());
                out.flush();
            }
        }
        return 0;
    }

    private int work(String ranks) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        return new WorkerMain(options, in, spec.commandLine().getOut()).run(ranks);
    }

    private Workers workers() throws Exception {
        // As in IOR the signature is the time unless it is given, so that data of an earlier run are not taken for
        // good.
        long signature =
                options.signature != null ? options.signature : Instant.now().getEpochSecond();
        if (options.processes > 1) {
            return new ProcessWorkers(options, arguments(), signature);
        }
        return ThreadWorkers.start(options, Backends.open(options), 0, options.tasks, signature, own -> own);
    }

    private List<String> arguments() {
        return spec.commandLine().getParseResult().originalArgs();
    }
}
