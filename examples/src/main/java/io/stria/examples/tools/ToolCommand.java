package io.stria.examples.tools;

import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.examples.cli.ClusterOptions;
import io.stria.examples.cli.Failures;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the file tools share: a client while they run, and failures that are told while the rest goes on. */
abstract class ToolCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private volatile boolean failed;

    /** Does the work; a failure that does not end it is given to {@link #tell}. */
    abstract void run(StriaClient client) throws Exception;

    /** Something done with one of several paths. */
    interface Action {
        void accept(RemotePath path) throws Exception;
    }

    @Override
    public final Integer call() throws Exception {
        try (StriaClient client = Stria.connect(cluster.configure().build())) {
            run(client);
        }
        out().flush();
        return failed ? Failures.EXIT_CODE : 0;
    }

    final String name() {
        return spec.name();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Tells a failure and lets the command end with its exit code. */
    final void tell(String sentence, Throwable failure) {
        failed = true;
        CommandLine command = spec.commandLine();
        if (command.getExecutionExceptionHandler() instanceof Failures failures) {
            failures.tell(command, sentence, failure);
        }
    }

    final void tell(Throwable failure) {
        tell(Failures.sentence(failure), failure);
    }

    /** Tells something that is no failure. */
    final void note(String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("note: " + sentence);
        err.flush();
    }

    /** Does the same with every path, also after it failed for one. */
    final void each(List<String> paths, Action action) {
        for (String path : paths) {
            attempt(() -> action.accept(RemotePath.parse(path)));
        }
    }

    /** Something that may fail while the rest goes on. */
    interface Step {
        void run() throws Exception;
    }

    final void attempt(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            tell(e);
        }
    }
}
