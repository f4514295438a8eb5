package io.stria.examples.tools;

import io.stria.DirectoryEntry;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code rm} program. */
@Command(name = "rm", sortOptions = false, description = "Removes files, and with -r directories.")
public final class RmCommand extends ToolCommand {
    @Option(names = "-r", description = "Remove directories with everything in them.")
    private boolean recursive;

    @Option(names = "-f", description = "A path that does not exist is no failure.")
    private boolean force;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files, and with -r directories.")
    private List<String> paths = List.of();

    /** For picocli. */
    public RmCommand() {}

    @Override
    void run(StriaClient client) {
        each(paths, path -> {
            if (path.isRoot()) {
                throw new UserError("the root cannot be removed: name what is in it");
            }
            FileStatus status = force ? Remote.find(client, path) : Await.value(client.stat(path.request()));
            if (status == null) {
                return;
            }
            if (!status.isDirectory()) {
                Await.value(client.delete(path.request()));
            } else if (recursive) {
                removeTree(client, path);
            } else {
                throw new UserError(path + " is a directory: add -r to remove it with everything in it");
            }
        });
    }

    /** Returns whether everything is gone; what is not has been told. */
    private boolean removeTree(StriaClient client, RemotePath directory) throws Exception {
        List<RemotePath> files = new ArrayList<>();
        AtomicBoolean gone = new AtomicBoolean(true);
        for (DirectoryEntry entry : Await.value(client.list(directory.text()))) {
            RemotePath child = directory.child(entry.name());
            if (!entry.isDirectory()) {
                files.add(child);
            } else if (!removeTree(client, child)) {
                gone.set(false);
            }
        }
        Remote.<RemotePath, Void>forAll(files, file -> client.delete(file.text()), (file, answer) -> {
            try {
                Await.value(answer);
            } catch (StriaException e) {
                gone.set(false);
                tell(e);
            }
        });
        if (gone.get()) {
            Await.value(client.delete(directory.text()));
        }
        return gone.get();
    }
}
