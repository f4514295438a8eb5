package io.stria.examples.tools;

import io.stria.examples.cli.Progress;
import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of both directions of copying. */
final class CopyOptions {
    private static final int DEFAULT_JOBS =
            Math.max(32, Math.min(64, 8 * Runtime.getRuntime().availableProcessors()));

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Files in flight (8 per CPU, 32 to 64, if there is memory for them).")
    private @Nullable Integer jobs;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Bound on the memory for data in flight, at least 1m per job (64m).")
    private long memory = 64L << 20;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress bar and no summary.")
    private boolean quiet;

    @Option(
            names = "--progress",
            negatable = true,
            description = "Draw a progress bar, or draw none (drawn if the output is a terminal).")
    private @Nullable Boolean progress;

    Copying begin(ToolCommand command) throws UserError {
        int affordable = (int) Math.max(1, Math.min(DEFAULT_JOBS, memory / BufferPool.BUFFER_BYTES));
        boolean drawn = progress != null ? progress : !quiet && Progress.isWatched();
        return new Copying(command, jobs != null ? jobs : affordable, memory, drawn, !quiet);
    }
}
