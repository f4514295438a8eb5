package io.stria.examples.tools;

import io.stria.ErrorCode;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Failures;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Walks a local tree, has the directories made in the cluster and submits the files. It does not wait for a directory to
 * be made: what goes into it does.
 */
final class PutTree extends SimpleFileVisitor<Path> {
    private final StriaClient client;
    private final Copying copying;
    private final Upload upload;
    private final Destination destination;
    private final Semaphore making = new Semaphore(Remote.BATCH);
    private final Deque<Directory> above = new ArrayDeque<>();
    private Path root = Path.of("");
    private RemotePath target = RemotePath.ROOT;

    /** A directory in the cluster; {@code usable} yields false if it could not be made, which has been told then. */
    private record Directory(RemotePath path, CompletableFuture<Boolean> usable) {}

    PutTree(StriaClient client, Copying copying, Upload upload, Destination destination) {
        this.client = client;
        this.copying = copying;
        this.upload = upload;
        this.destination = destination;
    }

    void copy(Path source, RemotePath to) {
        root = source;
        target = to;
        try {
            Files.walkFileTree(source, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, this);
        } catch (IOException e) {
            copying.failed(source.toString(), to.text(), e);
        }
    }

    private RemotePath target(Path path) throws UserError {
        Directory directory = above.peek();
        return directory == null || path.equals(root) ? target : directory.path.child(Local.name(path));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
        if (copying.isStopped()) {
            return FileVisitResult.TERMINATE;
        }
        try {
            Directory parent = above.peek();
            RemotePath made = target(path);
            CompletableFuture<Boolean> parentUsable =
                    parent == null ? CompletableFuture.completedFuture(true) : parent.usable;
            making.acquireUninterruptibly();
            CompletableFuture<Boolean> usable =
                    parentUsable.thenCompose(is -> is ? make(path, made) : CompletableFuture.completedFuture(false));
            usable.whenComplete((is, never) -> making.release());
            above.push(new Directory(made, usable));
            return FileVisitResult.CONTINUE;
        } catch (UserError e) {
            copying.failed(e);
            return FileVisitResult.SKIP_SUBTREE;
        }
    }

    private CompletableFuture<Boolean> make(Path source, RemotePath made) {
        if (made.isRoot()) {
            return CompletableFuture.completedFuture(true);
        }
        return client.mkdir(made.text()).handle((done, error) -> error).thenCompose(error -> {
            if (error == null) {
                return CompletableFuture.completedFuture(true);
            }
            if (Failures.unwrap(error) instanceof StriaException e && e.code() == ErrorCode.ALREADY_EXISTS) {
                return client.stat(made.text()).handle((status, failure) -> {
                    if (failure != null) {
                        return unusable(source, made, failure);
                    }
                    return status.isDirectory()
                            || unusable(
                                    source,
                                    made,
                                    new UserError("a directory cannot replace a file: remove it or name another"
                                            + " destination"));
                });
            }
            return CompletableFuture.completedFuture(unusable(source, made, error));
        });
    }

    private boolean unusable(Path source, RemotePath made, Throwable failure) {
        copying.failed(source.toString(), made.text(), failure);
        return false;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path path, @Nullable IOException failure) {
        Directory directory = above.pop();
        if (failure != null) {
            copying.failed(path.toString(), directory.path.text(), failure);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
        if (copying.isStopped()) {
            return FileVisitResult.TERMINATE;
        }
        try {
            if (attributes.isSymbolicLink()) {
                throw new UserError("the symbolic link " + path + " leads nowhere: remove it or make its file");
            }
            if (!attributes.isRegularFile()) {
                copying.skipped(path + " is neither a file nor a directory");
                return FileVisitResult.CONTINUE;
            }
            RemotePath file = target(path);
            destination.take(file.text());
            Directory directory = above.peek();
            copying.submit(path.toString(), file.text(), attributes.size(), () -> {
                if (directory != null && !directory.usable.join()) {
                    return false;
                }
                upload.copy(path, file);
                return true;
            });
        } catch (UserError e) {
            copying.failed(e);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path path, IOException failure) {
        copying.failed(failure);
        return FileVisitResult.CONTINUE;
    }
}
