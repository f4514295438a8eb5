package io.stria.examples.tools;

import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code get} program. */
@Command(
        name = "get",
        sortOptions = false,
        description =
                "Copies files and trees out of a cluster, as cp -r does: into DEST if that is a directory, else under"
                        + " that name. Each file appears under its name when it is complete.",
        footer = {
            "",
            "Of a symbolic link at the destination its file is replaced. A file that cannot be copied is told, the"
                    + " others are copied, and the exit code is 1."
        })
public final class GetCommand extends ToolCommand {
    @Mixin
    private final CopyOptions options = new CopyOptions();

    @Parameters(
            paramLabel = "PATH",
            arity = "2..*",
            description = "Files and directories of the cluster, and last DEST, a local path.")
    private List<String> paths = List.of();

    /** For picocli. */
    public GetCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        List<String> sources = paths.subList(0, paths.size() - 1);
        String typed = paths.get(sources.size());
        Path to = Local.parse(typed);
        Destination destination = new Destination(typed, Local.kind(to), typed.endsWith("/"), sources.size());
        try (Copying copying = options.begin(this)) {
            GetTree tree = new GetTree(client, copying, destination);
            for (String source : sources) {
                try {
                    RemotePath from = RemotePath.parse(source);
                    FileStatus status = Await.value(client.stat(from.request()));
                    destination.check(source, status.isDirectory());
                    Path target = destination.isDirectory() && !from.isRoot() ? Local.resolve(to, from.name()) : to;
                    tree.copy(from, status, target);
                } catch (IOException | UserError e) {
                    copying.failed(e);
                }
            }
        }
    }
}
