package io.stria.examples.tools;

import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.LayoutOptions;
import io.stria.examples.cli.UserError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code setstripe} program. */
@Command(
        name = "setstripe",
        sortOptions = false,
        description = "Creates an empty file with a layout, or sets the layout of new files in a directory that exists."
                + " A file that exists keeps its layout; to give it another, copy it.")
public final class SetstripeCommand extends ToolCommand {
    @Mixin
    private final LayoutOptions striping = new LayoutOptions();

    @Option(names = "--start-target", paramLabel = "N", description = "Target of the first stripe (any).")
    private @Nullable Integer startTarget;

    @Option(
            names = "--targets",
            paramLabel = "N",
            split = ",",
            description = "Target of each stripe, like 0,2; instead of --start-target.")
    private @Nullable List<Integer> targets;

    @Parameters(paramLabel = "PATH", arity = "1", description = "A new file, or a directory.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before run()
    private String path;

    /** For picocli. */
    public SetstripeCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        RemotePath named = RemotePath.parse(path);
        FileLayout layout = layout();
        if (Remote.kind(client, named) == Destination.Kind.DIRECTORY) {
            Await.value(client.setDefaultLayout(named.request(), layout));
        } else {
            Await.value(Await.value(client.create(named.request(), layout)).closeAsync());
        }
    }

    private FileLayout layout() throws UserError {
        FileLayout layout = striping.layout();
        try {
            if (targets != null) {
                if (startTarget != null) {
                    throw new UserError("--start-target and --targets: leave one of the two out");
                }
                if (layout.stripeCount() != FileLayout.DEFAULT_COUNT && layout.stripeCount() != targets.size()) {
                    throw new UserError("--stripe-count " + layout.stripeCount() + " with " + targets.size()
                            + " targets: leave it out, or name one target per stripe");
                }
                return FileLayout.onTargets(layout.stripeSize(), targets);
            }
            return startTarget == null ? layout : layout.startingAt(startTarget);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()), e);
        }
    }
}
