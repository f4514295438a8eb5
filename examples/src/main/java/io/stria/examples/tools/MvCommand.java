package io.stria.examples.tools;

import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The {@code mv} program. */
@Command(
        name = "mv",
        sortOptions = false,
        description = "Renames files and directories, or moves them into a directory that exists. A file or an empty"
                + " directory of the new name is replaced, at once.")
public final class MvCommand extends ToolCommand {
    @Parameters(paramLabel = "PATH", arity = "2..*", description = "Sources, and last the destination.")
    private List<String> paths = List.of();

    /** For picocli. */
    public MvCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        List<String> sources = paths.subList(0, paths.size() - 1);
        RemotePath to = RemotePath.parse(paths.get(sources.size()));
        Destination destination =
                new Destination(to.toString(), Remote.kind(client, to), to.onlyDirectory(), sources.size());
        each(sources, from -> {
            if (from.isRoot()) {
                throw new UserError("the root cannot be moved: name what is in it");
            }
            FileStatus status = Await.value(client.stat(from.request()));
            destination.check(from.toString(), status.isDirectory());
            RemotePath target = destination.isDirectory() ? to.child(from.name()) : to;
            destination.take(target.text());
            Await.value(client.rename(from.request(), target.request()));
        });
    }
}
