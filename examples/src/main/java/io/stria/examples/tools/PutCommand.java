package io.stria.examples.tools;

import io.stria.StriaClient;
import io.stria.examples.cli.LayoutOptions;
import io.stria.examples.cli.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code put} program. */
@Command(
        name = "put",
        sortOptions = false,
        description =
                "Copies files and trees into a cluster, as cp -r does: into DEST if that is a directory, else under"
                        + " that name. Each file appears under its name when all of it is durable.",
        footer = {
            "",
            "Symbolic links are followed, since the cluster has none; one that leads to a directory above itself is a"
                    + " failure. Pipes, sockets and devices are skipped with a note. Permissions and times are not"
                    + " copied. A file that cannot be copied is told, the others are copied, and the exit code is 1."
        })
public final class PutCommand extends ToolCommand {
    @Mixin
    private final LayoutOptions striping = new LayoutOptions();

    @Mixin
    private final CopyOptions options = new CopyOptions();

    @Parameters(
            paramLabel = "PATH",
            arity = "2..*",
            description = "Local files and directories, and last DEST, a path in the cluster.")
    private List<String> paths = List.of();

    /** For picocli. */
    public PutCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        List<String> sources = paths.subList(0, paths.size() - 1);
        RemotePath to = RemotePath.parse(paths.get(sources.size()));
        Destination destination =
                new Destination(to.toString(), Remote.kind(client, to), to.onlyDirectory(), sources.size());
        try (Copying copying = options.begin(this)) {
            Upload upload = new Upload(client, copying, striping.layout());
            for (String source : sources) {
                try {
                    Path from = Local.parse(source);
                    String name = Local.name(from);
                    boolean isDirectory = Files.isDirectory(from);
                    if (!isDirectory && source.endsWith("/") && Files.exists(from)) {
                        throw new UserError("not a directory: " + source + ": leave out the slash at its end");
                    }
                    destination.check(source, isDirectory);
                    RemotePath target = destination.isDirectory() && !name.isEmpty() ? to.child(name) : to;
                    new PutTree(client, copying, upload, destination).copy(from, target);
                } catch (UserError e) {
                    copying.failed(e);
                }
            }
        }
    }
}
