package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.lock.DirectoryLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one target: whose it is, and that nobody else uses it now. Held while the target is served.
 *
 * <pre>
 *   stria-target.properties   identity: its presence makes the directory a target; written last, atomically
 *   stria-target.lock         locked, and holding the process id, while a server uses the directory
 *   stria-destroyed           destroyed files ({@link DestroyLog})
 *   stria-probe               for finding the alignment ({@link AlignmentProbe})
 *   objects/                  the objects ({@link ObjectPaths})
 * </pre>
 */
public final class TargetDirectory implements Closeable {
    private static final String LOCK_FILE = "stria-target.lock";

    /** What an empty directory may hold: what file systems put there, and traces of a start that was interrupted. */
    private static final Set<String> NOTHING = Set.of("lost+found", ".snapshot", LOCK_FILE, TargetIdentity.TEMPORARY);

    private final Path path;
    private final DirectoryLock lock;
    private volatile TargetIdentity identity;

    private TargetDirectory(Path path, DirectoryLock lock, TargetIdentity identity) {
        this.path = path;
        this.lock = lock;
        this.identity = identity;
    }

    /**
     * Opens a target directory; an empty directory becomes a new target. It is never created, because a missing one is
     * more likely a missing mount.
     *
     * @throws StriaException if it is missing, cannot be written, is in use, damaged, newer, or not a target's
     */
    public static TargetDirectory open(Path given) throws StriaException {
        Path path = given.toAbsolutePath();
        if (!Files.isDirectory(path)) {
            boolean exists = Files.exists(path);
            throw refused(
                    ErrorCode.INVALID_ARGUMENT,
                    exists ? "not a directory" : "does not exist",
                    path,
                    exists ? "name a directory" : "create it, or mount its file system",
                    null);
        }
        try {
            DirectoryLock lock = DirectoryLock.acquire(path, LOCK_FILE, "target");
            try {
                return new TargetDirectory(path, lock, identify(path));
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (StriaException e) {
            throw e;
        } catch (AccessDeniedException e) {
            throw refused(
                    ErrorCode.ACCESS_DENIED,
                    "not readable and writable",
                    path,
                    "give it to the user '" + System.getProperty("user.name") + "' that the server runs as",
                    e);
        } catch (IOException e) {
            throw refused(ErrorCode.IO_ERROR, reason(e), path, "check the file system and its mount options", e);
        }
    }

    private static TargetIdentity identify(Path path) throws IOException {
        if (Files.exists(path.resolve(TargetIdentity.FILE))) {
            return TargetIdentity.read(path);
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (name.equals(ObjectPaths.DIRECTORY)) {
                    throw refused(
                            ErrorCode.IO_ERROR,
                            "it holds objects but no " + TargetIdentity.FILE,
                            path,
                            "restore that file, or remove the objects if they are not needed",
                            null);
                }
                if (!NOTHING.contains(name)) {
                    throw refused(
                            ErrorCode.INVALID_ARGUMENT,
                            "neither empty nor a target, it holds '" + name + "'",
                            path,
                            "choose an empty directory",
                            null);
                }
            }
        }
        TargetIdentity identity = new TargetIdentity(UUID.randomUUID(), null, -1);
        identity.write(path);
        return identity;
    }

    private static String reason(IOException e) {
        if (e instanceof FileSystemException f) {
            return f.getReason() == null ? "cannot use " + f.getFile() : f.getReason();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static StriaException refused(
            ErrorCode code, String what, Path path, String advice, @Nullable Throwable cause) {
        return new StriaException(code, "target refused: " + what + " (path=" + path + "): " + advice, cause);
    }

    /** The directory, absolute. */
    public Path path() {
        return path;
    }

    /** Of this target for ever. */
    public UUID targetId() {
        return identity.targetId();
    }

    /** The cluster this target belongs to, null until it has joined one. */
    public @Nullable UUID clusterId() {
        return identity.clusterId();
    }

    /** The number of this target in its cluster, −1 until it has joined one. */
    public int number() {
        return identity.number();
    }

    /**
     * Notes, durably, that this target belongs to a cluster. Doing so again changes nothing.
     *
     * @throws StriaException if it belongs to another cluster, has another number, or cannot be written
     */
    public synchronized void join(UUID clusterId, int number) throws StriaException {
        TargetIdentity before = identity;
        if (clusterId.equals(before.clusterId()) && number == before.number()) {
            return;
        }
        if (before.clusterId() != null) {
            throw refused(
                    ErrorCode.INVALID_ARGUMENT,
                    "it is number " + before.number() + " of cluster " + before.clusterId() + ", not number " + number
                            + " of cluster " + clusterId,
                    path,
                    "join the cluster it belongs to, or choose an empty directory",
                    null);
        }
        TargetIdentity after = new TargetIdentity(before.targetId(), clusterId, number);
        try {
            after.write(path);
        } catch (IOException e) {
            throw refused(ErrorCode.IO_ERROR, reason(e), path, "free some space or check the file system", e);
        }
        identity = after;
    }

    /** Lets others have the directory. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
