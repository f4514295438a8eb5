package io.stria.examples.quickstart;

import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code quickstart} program. */
@Command(
        name = "quickstart",
        sortOptions = false,
        description = "Starts servers in this process, writes a checkpoint striped over them, publishes it, reads it"
                + " back and verifies every byte. Removes what it made.")
public final class QuickstartCommand implements Callable<Integer> {
    /** What a shell reports for a program ended by Ctrl-C. */
    private static final int INTERRUPTED = 130;

    private static final int MAX_SERVERS = 64;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Option(names = "--size", paramLabel = "SIZE", converter = Sizes.class, description = "Bytes of state (1g).")
    private long size = 1 << 30;

    @Option(
            names = "--stripe-size",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Bytes per chunk (4m).")
    private long stripeSize = 4 << 20;

    @Option(names = "--servers", paramLabel = "N", description = "Servers to start (4).")
    private int servers = 4;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where to make the directory for the servers' storage (the system's temporary directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    /** For picocli. */
    public QuickstartCommand() {}

    @Override
    public Integer call() throws Exception {
        if (size < Double.BYTES || size % Double.BYTES != 0) {
            throw new UserError("--size " + size + ": use a positive multiple of 8 bytes, the size of a double");
        }
        if (servers < 1 || servers > MAX_SERVERS) {
            throw new UserError("--servers " + servers + ": use 1 to " + MAX_SERVERS);
        }
        String verified;
        try (Cleanup cleanup = new Cleanup()) {
            try {
                Tour tour = new Tour(spec.commandLine().getOut(), cleanup);
                verified = tour.run(Workspace.create(directory, size), servers, size, stripeSize);
            } catch (Exception e) {
                if (cleanup.shuttingDown()) {
                    return INTERRUPTED;
                }
                throw e;
            }
        }
        // Last of all, so that it also says that everything is closed and removed.
        spec.commandLine().getOut().println(verified);
        return 0;
    }
}
