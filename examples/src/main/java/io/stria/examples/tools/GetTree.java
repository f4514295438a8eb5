package io.stria.examples.tools;

import io.stria.DirectoryEntry;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Walks a tree of the cluster, makes the directories and submits the files. */
final class GetTree {
    private final StriaClient client;
    private final Copying copying;
    private final Download download;
    private final Destination destination;

    GetTree(StriaClient client, Copying copying, Destination destination) {
        this.client = client;
        this.copying = copying;
        this.download = new Download(client, copying);
        this.destination = destination;
    }

    void copy(RemotePath source, FileStatus status, Path target) throws Exception {
        if (status.isDirectory()) {
            walk(source, target);
        } else {
            submit(source.text(), status.size(), target);
        }
    }

    private void submit(String source, long size, Path target) throws UserError {
        destination.take(target.toString());
        copying.submit(source, target.toString(), size, () -> {
            download.copy(source, size, target);
            return true;
        });
    }

    private void walk(RemotePath source, Path target) {
        try {
            make(target);
            List<DirectoryEntry> files = new ArrayList<>();
            List<DirectoryEntry> directories = new ArrayList<>();
            for (DirectoryEntry entry : Await.value(client.list(source.text()))) {
                (entry.isDirectory() ? directories : files).add(entry);
            }
            Remote.<DirectoryEntry, FileStatus>forAll(
                    files, entry -> client.stat(source.child(entry.name()).text()), (entry, answer) -> {
                        try {
                            FileStatus status = Await.value(answer);
                            submit(status.path(), status.size(), Local.resolve(target, entry.name()));
                        } catch (IOException | UserError e) {
                            copying.failed(e);
                        }
                    });
            for (DirectoryEntry entry : directories) {
                if (copying.isStopped()) {
                    return;
                }
                walk(source.child(entry.name()), Local.resolve(target, entry.name()));
            }
        } catch (Exception e) {
            copying.failed(source.text(), target.toString(), e);
        }
    }

    private static void make(Path directory) throws IOException, UserError {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw new UserError("a directory cannot replace a file: remove it or name another destination", e);
            }
        }
    }
}
