package io.stria.examples;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the examples in this process: what it printed and how it ended. */
public record CommandRun(int exitCode, String out, String err) {

    /** Runs the examples with some arguments. */
    public static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(arguments);
        command.getOut().flush();
        command.getErr().flush();
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
