package io.stria.examples.cli;

import io.stria.FileLayout;
import io.stria.MiB;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how new files are striped. */
public final class LayoutOptions {

    @Option(
            names = "--stripe-count",
            paramLabel = "N",
            defaultValue = "0",
            description = "Stripes of a new file; -1 is one per target, 0 the default of at most 8.")
    private int stripeCount;

    @Option(
            names = "--stripe-size",
            paramLabel = "SIZE",
            converter = Sizes.class,
            defaultValue = "4m",
            description = "Bytes per chunk of a new file (default 4m).")
    private long stripeSize = MiB.of(4);

    /** For picocli. */
    public LayoutOptions() {}

    /**
     * The layout of new files.
     *
     * @return a layout; {@link FileLayout#DEFAULT} if nothing else was asked for
     * @throws UserError if stripe size or count are out of range
     */
    public FileLayout layout() throws UserError {
        try {
            return FileLayout.striped(stripeCount, stripeSize);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * How files are striped, for a report.
     *
     * @return a value for each label
     */
    public Map<String, Object> describe() {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("stripe size", Sizes.text(stripeSize));
        lines.put("stripe count", stripeCount == FileLayout.DEFAULT_COUNT ? "default" : stripeCount);
        return lines;
    }
}
