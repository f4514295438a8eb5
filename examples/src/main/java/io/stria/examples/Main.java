package io.stria.examples;

import io.stria.examples.cli.Failures;
import io.stria.examples.cli.Version;
import io.stria.examples.ior.IorCommand;
import io.stria.examples.quickstart.QuickstartCommand;
import io.stria.examples.tools.DfCommand;
import io.stria.examples.tools.GetCommand;
import io.stria.examples.tools.GetstripeCommand;
import io.stria.examples.tools.LsCommand;
import io.stria.examples.tools.MkdirCommand;
import io.stria.examples.tools.MvCommand;
import io.stria.examples.tools.PutCommand;
import io.stria.examples.tools.RmCommand;
import io.stria.examples.tools.SetstripeCommand;
import io.stria.examples.tools.StatCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Runs the example named by the first argument. */
@Command(
        name = "stria-examples",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeOnInvalidInput = Failures.EXIT_CODE,
        exitCodeOnExecutionException = Failures.EXIT_CODE,
        description = "Programs that show and measure Stria, and tools for the files of a cluster.",
        subcommands = {
            QuickstartCommand.class,
            IorCommand.class,
            PutCommand.class,
            GetCommand.class,
            LsCommand.class,
            StatCommand.class,
            RmCommand.class,
            MkdirCommand.class,
            MvCommand.class,
            GetstripeCommand.class,
            SetstripeCommand.class,
            DfCommand.class
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run()
    private CommandSpec spec;

    @Option(
            names = Failures.STACKTRACE,
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of a failure as well.")
    private boolean stacktrace;

    /**
     * Runs one example and exits with 0, or with 1 if it failed.
     *
     * @param args the name of the example and its options
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /**
     * The parser of all examples.
     *
     * @return a new one, whose output can be redirected
     */
    public static CommandLine commandLine() {
        Main main = new Main();
        Failures failures = new Failures(() -> main.stacktrace);
        return new CommandLine(main)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // A file's name may begin with @.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Name one of the programs " + spec.subcommands().keySet());
    }
}
