package io.stria.examples.tools;

import io.stria.ErrorCode;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code mkdir} program. */
@Command(name = "mkdir", sortOptions = false, description = "Makes directories.")
public final class MkdirCommand extends ToolCommand {
    @Option(names = "-p", description = "Make the directories above as well; one that exists is no failure.")
    private boolean parents;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "New directories.")
    private List<String> paths = List.of();

    /** For picocli. */
    public MkdirCommand() {}

    @Override
    void run(StriaClient client) {
        each(paths, path -> {
            if (parents) {
                makeAll(client, path);
            } else {
                Await.value(client.mkdir(path.request()));
            }
        });
    }

    private static void makeAll(StriaClient client, RemotePath path) throws StriaException, UserError {
        RemotePath directory = RemotePath.ROOT;
        for (String name : path.text().substring(1).split("/", -1)) {
            if (name.isEmpty()) {
                return; // the root is there
            }
            directory = directory.child(name);
            try {
                Await.value(client.mkdir(directory.text()));
            } catch (StriaException e) {
                if (e.code() != ErrorCode.ALREADY_EXISTS) {
                    throw e;
                }
                FileStatus existing = Remote.find(client, directory);
                if (existing != null && !existing.isDirectory()) {
                    throw new UserError(
                            "a file stands where a directory is needed: " + directory
                                    + ": remove it or name another directory",
                            e);
                }
            }
        }
    }
}
