package io.stria.examples.ior;

import picocli.CommandLine;

/** Parses options as the command does. */
final class Options {

    private Options() {}

    static IorOptions unchecked(String... arguments) {
        IorOptions options = new IorOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return options;
    }

    static IorOptions of(String... arguments) throws Exception {
        IorOptions options = unchecked(arguments);
        options.check();
        return options;
    }

    /** The words of a command line. */
    static IorOptions line(String line) throws Exception {
        return of(line.split(" ", -1));
    }
}
