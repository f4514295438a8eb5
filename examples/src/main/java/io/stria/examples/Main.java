package io.stria.examples;

import io.stria.examples.cli.Failures;
import io.stria.examples.cli.Version;
import io.stria.examples.ior.IorCommand;
import io.stria.examples.quickstart.QuickstartCommand;
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
        description = "Programs that show and measure Stria.",
        subcommands = {QuickstartCommand.class, IorCommand.class})
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
